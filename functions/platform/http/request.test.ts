import { describe, expect, it } from 'vitest';
import { AppError } from '#core/domain/values/errors.ts';
import { type HttpRequest, jsonDepth, readJson } from './request.ts';

describe('jsonDepth', () => {
  it.each([
    ['{"a":[{"b":1}]}', 3],
    ['["[[[", {}]', 2],
    ['["a\\"[[", []]', 2],
    ['"\\\\" [[', 2],
    ['"[[', 0],
  ])('of %s is %i', (text, depth) => {
    expect(jsonDepth(text)).toBe(depth);
  });
});

it('refuses an unclosed string of escaped quotes, and one of ten million letters, without searching again', () => {
  const bytes = Buffer.from(`"${'\\"'.repeat(131_000)}`);
  const request = { bytes, headers: { 'content-type': 'application/json' } } as unknown as HttpRequest;
  expect(() => readJson(request)).toThrow(new AppError('invalid_json'));
  expect(jsonDepth(`["${'a'.repeat(10_000_000)}"]`)).toBe(1);
});
