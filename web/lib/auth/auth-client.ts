import {
  type AuthError,
  createClient,
  isAuthApiError,
  isAuthWeakPasswordError,
  type Session,
  type SupabaseClient,
} from '@supabase/supabase-js';
import type { PublicConfig } from '../env.ts';

/** A signed-in person's session. "Session" alone is a photographer's booking. */
export type AuthSession = Session;
export type AuthClient = SupabaseClient['auth'];

/** Spec §9: implicit flow, session in the URL detected, kept and refreshed. */
export function createAuthClient({ supabaseUrl, supabaseAnonKey }: PublicConfig): SupabaseClient {
  return createClient(supabaseUrl, supabaseAnonKey, {
    auth: {
      flowType: 'implicit',
      autoRefreshToken: true,
      persistSession: true,
      detectSessionInUrl: true,
      storageKey: sessionKey(supabaseUrl),
    },
  });
}

/** Where a session is kept in local storage; the name that the library would choose by itself. */
export function sessionKey(supabaseUrl: string): string {
  return `sb-${new URL(supabaseUrl).hostname.split('.')[0]}-auth-token`;
}

/** Failures that the client finds by itself, or whose code says too little (spec §8). */
const CODE_BY_NAME: Readonly<Record<string, string>> = {
  AuthRetryableFetchError: 'network',
  AuthInvalidCredentialsError: 'email_or_phone_required',
  AuthSessionMissingError: 'session_not_found',
  AuthInvalidTokenResponseError: 'invalid_token_response',
  AuthImplicitGrantRedirectError: 'link_invalid',
  AuthPKCEGrantCodeExchangeError: 'link_invalid',
};

/** The `errors:` code of an auth failure: the server's own, or `network` when it could not be reached. */
export function authErrorCode(error: AuthError): string {
  return authFailure(error).codes[0];
}

export interface AuthFailure {
  /** Codes of `errors:`, each a sentence; a weak password has one for each reason (spec §5). */
  codes: [string, ...string[]];
  /** Seconds until it is worth asking again, where the service says so. */
  seconds?: number;
}

/** What there is to say of a failure of the auth client. */
export function authFailure(error: AuthError): AuthFailure {
  if (isAuthWeakPasswordError(error)) {
    const [first, ...others] = error.reasons.map((reason) => `weak_password_${reason}`);
    return { codes: first ? [first, ...others] : ['weak_password'] };
  }
  const code = CODE_BY_NAME[error.name] ?? error.code ?? 'unknown';
  // "For security purposes, you can only request this after 42 seconds." The service has no field for it.
  const seconds = isAuthApiError(error) && error.status === 429 && /after (\d+) seconds?/.exec(error.message)?.[1];
  return { codes: [code], ...(seconds && { seconds: Number(seconds) }) };
}
