import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from './errors.ts';
import { isStorable, line, parseOrThrow, personName, text } from './primitives.ts';

const schema = z.strictObject({ name: text.trim().min(1), data: z.strictObject({ size: z.number() }) });

function failure(input: unknown): AppError {
  try {
    parseOrThrow(schema, input);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('parseOrThrow', () => {
  it('returns the parsed value', () => {
    expect(parseOrThrow(schema, { name: ' a ', data: { size: 1 } })).toEqual({ name: 'a', data: { size: 1 } });
  });

  it('names the first invalid field and lists them all', () => {
    const { code, params } = failure({ name: '', data: { size: 'x' } });
    expect(code).toBe('validation_failed');
    expect(params).toEqual({
      field: 'name',
      issues: [
        { field: 'name', code: 'too_small' },
        { field: 'data.size', code: 'invalid_type' },
      ],
    });
  });

  it('names no field if the value itself is invalid', () => {
    expect(failure(null).params).toEqual({ issues: [{ field: '', code: 'invalid_type' }] });
  });
});

describe('text', () => {
  it.each(['', 'a', 'Núria ♥', '👩‍👧', '\t\n'])('accepts %j', (value) => {
    expect(isStorable(value)).toBe(true);
  });

  it.each(['\u0000', 'a\u0000b', '\ud83d', '\ude00', 'a\ud83d'])('refuses %j', (value) => {
    expect(isStorable(value)).toBe(false);
    expect(text.safeParse(value).success).toBe(false);
  });
});

describe('line', () => {
  it('trims and accepts any script', () => {
    for (const name of ['Núria Ⅱ', 'نوريا', '👩‍👧', 'Llum & Mar, s.l. <3']) expect(line.parse(` ${name}\n`)).toBe(name);
  });

  it.each(['a\nb', 'a\rb', 'a\u0085b', 'a\u2028b', 'a\u2029b', 'a\u001bb', 'a\u202eb', 'a\u2066b', 'a\u0000b'])(
    'refuses %j',
    (value) => expect(line.safeParse(value).success).toBe(false),
  );
});

describe('a person’s name', () => {
  it.each(['https://evil.example', 'Ada — see HTTP://x.y', 'Ada www.evil.example', 'WWW.evil.example'])(
    'refuses the link %j',
    (value) => expect(personName.safeParse(value).success).toBe(false),
  );
});
