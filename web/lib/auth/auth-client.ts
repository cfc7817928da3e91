import { GoTrueClient, type Session } from '@supabase/auth-js';
import type { PublicConfig } from '../env.ts';
import { openedHref, readArrivingSession } from './arriving-session.ts';
import { sessionKey } from './session-key.ts';
import { boundTokenRequests } from './token-requests.ts';

/** Session of a signed-in user. "Session" alone is a photographer's booking. */
export type AuthSession = Session;
export type AuthClient = GoTrueClient;

/**
 * Implicit flow, session detected in the URL, persisted and refreshed. The auth part of Supabase's client
 * alone, with its headers: the others would be a tenth of the script that the sign-in page waits for.
 * @param detects false while the person is asked whether the URL's session is theirs
 */
export function createAuthClient({ supabaseUrl, supabaseAnonKey }: PublicConfig, detects = true): AuthClient {
  const client = new GoTrueClient({
    ...connection({ supabaseUrl, supabaseAnonKey }),
    flowType: 'implicit',
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: detects && ((url, params) => isAuthRedirect(url.href, params)),
    storageKey: sessionKey(supabaseUrl),
    fetch: boundTokenRequests(),
  });
  // For a minute after a failed refresh the client repeats that failure without a request, also once the network is back.
  addEventListener('online', () => Reflect.set(client, 'lastRefreshFailure', null));
  return client;
}

/**
 * True for an address with a session or an error that the client may read: the one that was checked when the page was
 * opened, since another window can change the fragment meanwhile.
 */
function isAuthRedirect(href: string, params: Readonly<Record<string, string>>): boolean {
  if (params['error'] || params['error_description'] || params['error_code']) return true;
  const session = readArrivingSession(href);
  return href === openedHref && session !== null && session !== 'refused';
}

/** A client for a second sign-in whose session stays in memory, until it is complete and replaces the present one. */
export function createSeparateAuthClient({ supabaseUrl, supabaseAnonKey }: PublicConfig): AuthClient {
  return new GoTrueClient({
    ...connection({ supabaseUrl, supabaseAnonKey }),
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
    storageKey: `${sessionKey(supabaseUrl)}-second`,
  });
}

function connection({ supabaseUrl, supabaseAnonKey }: Pick<PublicConfig, 'supabaseUrl' | 'supabaseAnonKey'>) {
  return {
    url: new URL('auth/v1', `${supabaseUrl.replace(/\/$/, '')}/`).href,
    headers: { apikey: supabaseAnonKey, Authorization: `Bearer ${supabaseAnonKey}` },
  };
}
