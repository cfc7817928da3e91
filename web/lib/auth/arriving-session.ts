/*
 * The session in the address of a page load. The auth client would read it from the query too, would prefer that to the
 * fragment, and would take the last of repeated values. The service writes each parameter once and into the fragment,
 * so any other address was made by another person and signs nobody in.
 */

/**
 * Address of the page load. Read with this module, because the client takes the results of redirects out of the
 * fragment; a part of the page that loads later would not find them.
 */
export const openedHref = 'location' in globalThis ? location.href : '';

/** Parameters that make a session, or that alone give access. */
export const SECRET_PARAMS = ['access_token', 'refresh_token', 'provider_token', 'provider_refresh_token'] as const;
const SESSION_PARAMS = [...SECRET_PARAMS, 'expires_in', 'expires_at', 'token_type', 'type'] as const;

/** The session that an address would sign in with, as its token claims; the auth service verifies the token later. */
export interface ArrivingSession {
  userId: string;
  /** Email or phone; empty for an account without both. */
  name: string;
}

/**
 * Returns the session of an address; null for none, and `refused` for one that the client must not read: not as the
 * service writes it, or of a person whom nobody can be asked about because the token is unreadable.
 */
export function readArrivingSession(href: string): ArrivingSession | 'refused' | null {
  const url = new URL(href);
  const fragment = new URLSearchParams(url.hash.slice(1));
  if (!fragment.has('access_token') && !url.searchParams.has('access_token')) return null;
  const isForged = (name: string) => url.searchParams.has(name) || fragment.getAll(name).length > 1;
  if (SESSION_PARAMS.some(isForged)) return 'refused';
  const claims = readClaims(fragment.get('access_token') ?? '');
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const [userId, phone] = [text(claims?.['sub']), text(claims?.['phone'])];
  if (!userId) return 'refused';
  return { userId, name: text(claims?.['email']) || (phone && `+${phone.replace(/^\+/, '')}`) };
}

/** Returns the claims of a token without verifying it; null for an unreadable one, which the server rejects in any case. */
export function readClaims(token: string): Readonly<Record<string, unknown>> | null {
  try {
    const body = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(body), (letter) => letter.codePointAt(0)!);
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown> | null;
  } catch {
    return null;
  }
}
