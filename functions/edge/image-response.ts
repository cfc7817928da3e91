import type { EdgeResponse, ViewerResponseEvent } from './event.ts';

/** Addresses are immutable (decisions §7). */
const YEAR_S = 365 * 24 * 60 * 60;

/**
 * The distribution's own cache keeps a picture for everyone, since the token is asked for before it. Nobody else's
 * shared cache may, whatever the stored object says.
 */
export function imageResponse(event: ViewerResponseEvent): EdgeResponse {
  const response = event.response;
  // Not a redirect: the function answers one while the bucket does not have the picture yet.
  if (response.statusCode < 300 || response.statusCode === 304) {
    response.headers['cache-control'] = { value: 'private, max-age=' + YEAR_S + ', immutable' };
  }
  return response;
}
