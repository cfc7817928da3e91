import {
  createClient,
  isAuthWeakPasswordError,
  type AuthError,
  type Session,
  type SupabaseClient,
} from '@supabase/supabase-js';
import type { PublicConfig } from './env.ts';

/** A signed-in person's session. "Session" alone is a photographer's booking. */
export type AuthSession = Session;

/** Spec §9: implicit flow, session in the URL detected, kept and refreshed. */
export function createAuthClient({ supabaseUrl, supabaseAnonKey }: PublicConfig): SupabaseClient {
  return createClient(supabaseUrl, supabaseAnonKey, {
    auth: { flowType: 'implicit', autoRefreshToken: true, persistSession: true, detectSessionInUrl: true },
  });
}

/** Failures that the client finds by itself, which carry no code of the server's (spec §8). */
const CODE_BY_NAME: Readonly<Record<string, string>> = {
  AuthRetryableFetchError: 'network',
  AuthInvalidCredentialsError: 'email_or_phone_required',
  AuthSessionMissingError: 'session_not_found',
};

/** The `errors:` code of an auth failure: the server's own, or `network` when it could not be reached. */
export function authErrorCode(error: AuthError): string {
  // The first reason (spec §5); the next try tells the next.
  if (isAuthWeakPasswordError(error) && error.reasons[0]) return `weak_password_${error.reasons[0]}`;
  return CODE_BY_NAME[error.name] ?? error.code ?? 'unknown';
}
