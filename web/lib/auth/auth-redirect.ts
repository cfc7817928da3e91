/* Auth redirect parameters in the URL: tokens in the fragment, or an error in the fragment, the query or both. */
import { parseUrl } from '../browser/parse-url.ts';
import { readArrivingSession, SECRET_PARAMS } from './arriving-session.ts';

export interface AuthRedirect {
  /** Error of the link or provider; null without one. */
  failure: AuthRedirectFailure | null;
  /** True if the URL contains a session that the client reads and verifies. */
  session: boolean;
  /** True for a recovery link. */
  recovery: boolean;
  /** True if a session of an earlier visit was stored. */
  returning: boolean;
}

export interface AuthRedirectFailure {
  /** A code of `errors:`. */
  code: string;
}

/** OAuth errors, which may come without an error code of the service. */
const CODE_BY_ERROR: Readonly<Record<string, string>> = {
  access_denied: 'provider_denied',
  temporarily_unavailable: 'provider_failed',
  server_error: 'provider_failed',
};

/**
 * Reads the auth parameters of the URL that opened the page, before the auth client removes the fragment.
 * @param returning true if a session was stored then; read it first, since the client removes an expired one
 */
export function readAuthRedirect(href: string, returning: boolean): AuthRedirect {
  const url = new URL(href);
  const query = url.searchParams;
  const fragment = new URLSearchParams(url.hash.slice(1));
  const read = (name: string) => fragment.get(name) ?? query.get(name);
  const [error, code, description] = [read('error'), read('error_code'), read('error_description')];
  const failed = error ?? code ?? fragment.get('error_description');
  const session = readArrivingSession(href);
  const isRefused = session === 'refused';
  return {
    failure: failed || isRefused ? { code: codeOf(error ?? '', code ?? '', description ?? '') } : null,
    session: session !== null && !isRefused,
    recovery: fragment.get('type') === 'recovery' && !isRefused,
    returning,
  };
}

function codeOf(error: string, code: string, description: string): string {
  // The service has no code for it.
  if (/getting user email from external provider/i.test(description)) return 'provider_email_missing';
  if (code && code !== 'unexpected_failure') return code;
  return CODE_BY_ERROR[error] ?? 'link_invalid';
}

const REDIRECT_PARAMS = ['error', 'error_code', 'error_description', 'sb'];

/** Returns path, query and fragment without auth parameters, also those that the service would not write there. */
export function cleanPath({ pathname, search, hash }: { pathname: string; search: string; hash: string }): string {
  const query = new URLSearchParams(search);
  if (query.has('error') || query.has('error_code')) for (const name of REDIRECT_PARAMS) query.delete(name);
  for (const name of SECRET_PARAMS) query.delete(name);
  const kept = query.toString();
  return pathname + (kept ? `?${kept}` : '') + (hash.includes('=') ? '' : hash);
}

/**
 * Returns a same-origin path for a redirect after signing in; null for anything else.
 * @param path untrusted value from the address
 */
export function sameOriginPath(path: unknown, origin: string): string | null {
  const url = typeof path === 'string' && path.startsWith('/') ? parseUrl(path, origin) : null;
  if (!url) return null;
  // Browsers resolve `//elsewhere.example` and `/\elsewhere.example` to other sites, and `/..//elsewhere.example` to a
  // path that they would read as another site.
  return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : null;
}
