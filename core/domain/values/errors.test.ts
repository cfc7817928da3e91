import { describe, expect, it } from 'vitest';
import ca from '#locales/ca/errors.json' with { type: 'json' };
import en from '#locales/en/errors.json' with { type: 'json' };
import es from '#locales/es/errors.json' with { type: 'json' };
import { AppError, ERROR_CODES } from './errors.ts';
import { LANGUAGES } from './languages.ts';

const TEXTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { en, es, ca };

describe('error codes', () => {
  it.each(LANGUAGES)('have a text in %s', (language) => {
    const texts = TEXTS[language] ?? {};
    expect(ERROR_CODES.filter((code) => typeof texts[code] !== 'string' || texts[code] === '')).toEqual([]);
  });

  it('are unique', () => {
    expect(new Set(ERROR_CODES).size).toBe(ERROR_CODES.length);
  });
});

describe('AppError', () => {
  it('carries its code and the parameters of its text', () => {
    const error = new AppError('rate_limited', { retryAfter: 30 });
    expect(error).toMatchObject({
      name: 'AppError',
      message: 'rate_limited',
      code: 'rate_limited',
      params: { retryAfter: 30 },
    });
    expect(new AppError('internal').params).toEqual({});
  });
});
