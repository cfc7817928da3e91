import { expect, it } from 'vitest';
import { ERROR_CODES } from '../domain/values/errors.ts';
import { ERROR_STATUS } from './error-status.ts';

it('maps every error code to a failure status, and no other code', () => {
  expect(new Set(Object.keys(ERROR_STATUS))).toEqual(new Set(ERROR_CODES));
  for (const code of ERROR_CODES)
    expect(ERROR_STATUS[code], code).toSatisfy((status: number) => status >= 400 && status < 600);
});
