/* Errors of the auth client, told apart by their names: the sign-in page shows them before the client is loaded. */
import type { AuthApiError, AuthError, AuthWeakPasswordError } from '@supabase/auth-js';

/** True for an answer of the auth service. */
export const isApiError = (error: AuthError): error is AuthApiError => error.name === 'AuthApiError';

/** Errors that the client raises itself, or whose code is not specific enough. */
const CODE_BY_NAME: Readonly<Record<string, string>> = {
  AuthRetryableFetchError: 'network',
  AuthInvalidCredentialsError: 'email_or_phone_required',
  AuthSessionMissingError: 'session_not_found',
  AuthInvalidTokenResponseError: 'invalid_token_response',
  AuthImplicitGrantRedirectError: 'link_invalid',
  AuthPKCEGrantCodeExchangeError: 'link_invalid',
};

/** Returns the `errors:` code of an auth error: the server's own, or `network` if it could not be reached. */
export function authErrorCode(error: AuthError): string {
  return authFailure(error).codes[0];
}

export interface AuthFailure {
  /** Codes of `errors:`, one sentence each; a weak password has one per reason. */
  codes: [string, ...string[]];
  /** Seconds until the next try is allowed, if the service returns them. */
  seconds?: number;
}

/** Returns the codes and wait time of an auth error. */
export function authFailure(error: AuthError): AuthFailure {
  if (error.name === 'AuthWeakPasswordError') {
    const [first, ...others] = (error as AuthWeakPasswordError).reasons.map((reason) => `weak_password_${reason}`);
    return { codes: first ? [first, ...others] : ['weak_password'] };
  }
  const code = CODE_BY_NAME[error.name] ?? error.code ?? 'unknown';
  // "For security purposes, you can only request this after 42 seconds." The service has no field for the number.
  const seconds = isApiError(error) && error.status === 429 && /after (\d+) seconds?/.exec(error.message)?.[1];
  return { codes: [code], ...(seconds && { seconds: Number(seconds) }) };
}
