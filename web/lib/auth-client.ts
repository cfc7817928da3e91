import { createClient, type AuthError, type Session, type SupabaseClient } from '@supabase/supabase-js';
import type { PublicConfig } from './env.ts';

/** A signed-in person's session. "Session" alone is a photographer's booking. */
export type AuthSession = Session;

/** Spec §9: implicit flow, session in the URL detected, kept and refreshed. */
export function createAuthClient({ supabaseUrl, supabaseAnonKey }: PublicConfig): SupabaseClient {
  return createClient(supabaseUrl, supabaseAnonKey, {
    auth: { flowType: 'implicit', autoRefreshToken: true, persistSession: true, detectSessionInUrl: true },
  });
}

/** The `errors:` code of an auth failure: the server's own, or `network` when it could not be reached. */
export function authErrorCode(error: AuthError): string {
  if (error.name === 'AuthRetryableFetchError') return 'network';
  return error.code ?? 'unknown';
}
