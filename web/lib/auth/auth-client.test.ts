import { AuthApiError, AuthError, AuthWeakPasswordError, createClient } from '@supabase/supabase-js';
import { expect, it } from 'vitest';
import texts from '#locales/en/errors.json' with { type: 'json' };
import { authErrorCode, authFailure, sessionKey } from './auth-client.ts';

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
  [named('AuthInvalidTokenResponseError'), 'invalid_token_response'],
  [named('AuthImplicitGrantRedirectError'), 'link_invalid'],
  [named('AuthPKCEGrantCodeExchangeError'), 'link_invalid'],
  [new AuthError('Something new'), 'unknown'],
])('maps %o to a code that has a text', (error, code) => {
  expect(authErrorCode(error)).toBe(code);
  expect(texts).toHaveProperty(code);
});

it('returns a code for each reason against a weak password', () => {
  expect(authFailure(new AuthWeakPasswordError('', 422, ['length', 'pwned']))).toEqual({
    codes: ['weak_password_length', 'weak_password_pwned'],
  });
});

it('returns the seconds of a rate limit', () => {
  const message = 'For security purposes, you can only request this after 42 seconds.';
  expect(authFailure(new AuthApiError(message, 429, 'over_email_send_rate_limit'))).toEqual({
    codes: ['over_email_send_rate_limit'],
    seconds: 42,
  });
  expect(authFailure(new AuthApiError('Request rate limit reached', 429, 'over_request_rate_limit'))).toEqual({
    codes: ['over_request_rate_limit'],
  });
});

it('stores the session under the library’s default key', () => {
  const url = 'https://abcdefghijklmnopqrst.supabase.co';
  expect(sessionKey(url)).toBe((createClient(url, 'key').auth as unknown as { storageKey: string }).storageKey);
});
