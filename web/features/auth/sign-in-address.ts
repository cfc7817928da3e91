import { sameOriginPath } from '#web/lib/auth/auth-redirect.ts';
import { type AuthProviderName, readConfig } from '#web/lib/env.ts';
import { paths } from '#web/lib/paths.ts';
import { MAIL_KINDS, type MailKind } from './mail-links.ts';

export const AUTH_MODES = ['signin', 'signup', 'link', 'forgot'] as const;
export type AuthMode = (typeof AUTH_MODES)[number];

/** What the sign-in page reads from its address. */
export interface SignInAddress {
  mode: AuthMode;
  /** Fills the form. */
  email: string;
  /** Path after signing in, on this origin. */
  next: string;
  /** Kind of the link or provider that led here. */
  link: MailKind;
  provider: AuthProviderName | undefined;
}

/** @param from path after signing in that the route guard has kept in the history's state */
export function readSignInAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>, from?: unknown) {
  const query = new URLSearchParams(search);
  const path = (value: unknown) => sameOriginPath(value, location.origin);
  const modeOf = (name: string | null | undefined) => AUTH_MODES.find((known) => known === name);
  return {
    // `?mode=` is how earlier links name it.
    mode: modeOf(pathname.split('/')[3]) ?? modeOf(query.get('mode')) ?? 'signin',
    email: query.get('email') ?? '',
    next: path(from) ?? path(query.get('next')) ?? paths.home,
    link: MAIL_KINDS.find((known) => known === query.get('link')) ?? 'link',
    provider: readConfig().authProviders.find((known) => known === query.get('provider')),
  } satisfies SignInAddress;
}

/** Returns the path on which an invited person signs in or up, and which leads back to their invitation. */
export const invitedHref = (mode: AuthMode, email: string, next: string): string => signInHref(mode, { email, next });

/** Returns the path of a mode. The server renders its form (functions/page/page-path.ts). */
export function signInHref(mode: AuthMode, { email = '', next = paths.home }: Partial<SignInAddress> = {}): string {
  const query = new URLSearchParams({ ...(email && { email }), ...(next !== paths.home && { next }) });
  return (mode === 'signin' ? paths.auth : `${paths.auth}/${mode}`) + (query.size > 0 ? `?${query.toString()}` : '');
}
