import { type AuthError, GoTrueClient, isAuthApiError, isAuthWeakPasswordError, type Session } from '@supabase/auth-js';
import type { PublicConfig } from '../env.ts';
import { readArrivingSession } from './arriving-session.ts';
import { boundTokenRequests } from './token-requests.ts';

/** Session of a signed-in user. "Session" alone is a photographer's booking. */
export type AuthSession = Session;
export type AuthClient = GoTrueClient;

/**
 * Address of the page load. Read with this module, because the client takes the results of redirects out of the
 * fragment; a part of the page that loads later would not find them.
 */
export const openedHref = 'location' in globalThis ? location.href : '';

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

/** Local storage key of the session; the same as the library's default. */
export function sessionKey(supabaseUrl: string): string {
  return `sb-${new URL(supabaseUrl).hostname.split('.')[0]}-auth-token`;
}

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
  if (isAuthWeakPasswordError(error)) {
    const [first, ...others] = error.reasons.map((reason) => `weak_password_${reason}`);
    return { codes: first ? [first, ...others] : ['weak_password'] };
  }
  const code = CODE_BY_NAME[error.name] ?? error.code ?? 'unknown';
  // "For security purposes, you can only request this after 42 seconds." The service has no field for the number.
  const seconds = isAuthApiError(error) && error.status === 429 && /after (\d+) seconds?/.exec(error.message)?.[1];
  return { codes: [code], ...(seconds && { seconds: Number(seconds) }) };
}
