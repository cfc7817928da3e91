import { AppError } from '#core/domain/errors.ts';

/**
 * Where an invite may lead: a place of our own origin, as a path. Read by the URL parser that browsers have, so that
 * `//evil.example`, `/\evil.example` and their like are seen for what they are.
 * @throws AppError `redirect_not_allowed`.
 */
export function parseRedirectPath(redirectTo: string, appOrigin: string): string {
  const url = URL.canParse(redirectTo, appOrigin) ? new URL(redirectTo, appOrigin) : null;
  const path = url && url.origin === appOrigin && !url.username ? url.pathname + url.search + url.hash : '';
  // `/..//evil.example` resolves to a path that a browser would read as another host.
  if (!path.startsWith('/') || path.startsWith('//'))
    throw new AppError('redirect_not_allowed', { field: 'redirectTo' });
  return path;
}
