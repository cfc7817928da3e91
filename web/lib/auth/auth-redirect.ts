/*
 * What the auth service hangs to the address that a mail's link or a provider leads back to: tokens in the fragment, or
 * an error in the fragment, in the query or in both.
 */

export interface AuthRedirect {
  /** Why the link or the provider brought no session; null when nothing failed. */
  failure: AuthRedirectFailure | null;
  /** The address brought a session, which the client looks at. */
  session: boolean;
  /** The link was one of a forgotten password. */
  recovery: boolean;
  /** A session of an earlier visit was kept here. */
  returning: boolean;
}

export interface AuthRedirectFailure {
  /** A code of `errors:`. */
  code: string;
}

/** OAuth's own errors, which may come without a code of the service's. */
const CODE_BY_ERROR: Readonly<Record<string, string>> = {
  access_denied: 'provider_denied',
  temporarily_unavailable: 'provider_failed',
  server_error: 'provider_failed',
};

/**
 * Reads an address as the page was opened with; the auth client takes the fragment away.
 * @param returning whether a session was kept then; the client takes away one that has ended, too
 */
export function readAuthRedirect(href: string, returning: boolean): AuthRedirect {
  const url = new URL(href);
  const query = url.searchParams;
  const fragment = new URLSearchParams(url.hash.slice(1));
  const read = (name: string) => fragment.get(name) ?? query.get(name);
  const [error, code, description] = [read('error'), read('error_code'), read('error_description')];
  const failed = error ?? code ?? fragment.get('error_description');
  return {
    failure: failed ? { code: codeOf(error ?? '', code ?? '', description ?? '') } : null,
    session: fragment.has('access_token'),
    recovery: fragment.get('type') === 'recovery',
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

/** The place in an address: path, query and fragment without what the auth service hung to it. */
export function cleanPath({ pathname, search, hash }: { pathname: string; search: string; hash: string }): string {
  const query = new URLSearchParams(search);
  if (query.has('error') || query.has('error_code')) for (const name of REDIRECT_PARAMS) query.delete(name);
  const kept = query.toString();
  return pathname + (kept ? `?${kept}` : '') + (hash.includes('=') ? '' : hash);
}

/**
 * A path of this site that somebody may be led to after signing in; null for anything else.
 * @param path as it stands in an address, where anybody may have written it
 */
export function sameOriginPath(path: unknown, origin: string): string | null {
  if (typeof path !== 'string' || !path.startsWith('/') || !URL.canParse(path, origin)) return null;
  const url = new URL(path, origin);
  // `//elsewhere.example` and `/\elsewhere.example` are other sites to a browser.
  return url.origin === origin ? url.pathname + url.search + url.hash : null;
}
