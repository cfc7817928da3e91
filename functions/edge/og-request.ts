import { errorResponse } from './errors.ts';
import type { EdgeResult, ViewerRequestEvent } from './event.ts';

/** The bucket has more than link previews, and the distribution may read all of it. */
const OG_PATH = /^\/og\/[0-9a-hjkmnp-tv-z]{26}\/[\w-]{43}\.jpg$/;

/** `GET /og/*`: Open Graph pictures, under their one form of address and nothing else of the bucket. */
export function ogRequest(event: ViewerRequestEvent): EdgeResult {
  const request = event.request;
  if (!OG_PATH.test(request.uri)) return errorResponse(404, 'not_found', 'Not found.');
  request.querystring = {};
  request.cookies = {};
  return request;
}
