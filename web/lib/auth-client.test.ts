import { AuthApiError, AuthError, AuthWeakPasswordError } from '@supabase/supabase-js';
import { expect, it } from 'vitest';
import texts from '#locales/en/errors.json' with { type: 'json' };
import { authErrorCode } from './auth-client.ts';

function named(name: string): AuthError {
  const error = new AuthError('');
  error.name = name;
  return error;
}

it.each([
  [new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'), 'invalid_credentials'],
  [named('AuthRetryableFetchError'), 'network'],
  [named('AuthInvalidCredentialsError'), 'email_or_phone_required'],
  [named('AuthSessionMissingError'), 'session_not_found'],
  [new AuthWeakPasswordError('', 422, ['length', 'characters']), 'weak_password_length'],
  [new AuthWeakPasswordError('', 422, ['pwned']), 'weak_password_pwned'],
  [new AuthWeakPasswordError('', 422, []), 'weak_password'],
  [new AuthError('Something new'), 'unknown'],
])('tells %o by a code that has words', (error, code) => {
  expect(authErrorCode(error)).toBe(code);
  expect(texts).toHaveProperty(code);
});
