import { avifInstead, parseImagePath, parseImageQuery, renditionKey } from '#core/domain/photos/image-params.ts';
import {
  coversGallery,
  IMAGE_TOKEN_COOKIE,
  MEMBER_IMAGE_TOKEN_COOKIE,
  parseImageToken,
} from '#core/domain/photos/image-token.ts';
import {
  type EdgeResponse,
  type EdgeResult,
  type EdgeRuntime,
  type EdgeValue,
  type EdgeValues,
  errorResponse,
  type ViewerRequestEvent,
  type ViewerResponseEvent,
} from './event.ts';

/** KeyValueStore key of the image-token keys: hex, separated by a space; during a rotation the previous key follows. */
export const IMAGE_TOKEN_KEYS = 'image_token_keys';

/**
 * `GET /api/images/{galleryId}/{fileId}.{ext}?…` before the cache: validates the path, the parameters and the visitor's
 * token for the gallery. Forwards only the canonical rendition name and the visitor's IP address: the cache key has no
 * query, no cookie and no `Accept`, only the format that was chosen by it, and no spelling of a request costs a second
 * decode.
 */
export async function imageRequest(event: ViewerRequestEvent, runtime: EdgeRuntime): Promise<EdgeResult> {
  const request = event.request;
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const refusal = errorResponse(405, 'method_not_allowed', 'Pictures can only be read.');
    refusal.headers['allow'] = { value: 'GET, HEAD' };
    return refusal;
  }
  const imagePath = parseImagePath(request.uri);
  if (!imagePath) return errorResponse(404, 'not_found', 'There is no such picture.');
  const query = parseImageQuery(pairsOf(request.querystring), imagePath.format);
  if (!query.ok) {
    return errorResponse(400, query.code, 'The parameter ' + query.parameter + ' is not valid.', query.parameter);
  }
  const visitor = request.cookies[IMAGE_TOKEN_COOKIE];
  const member = request.cookies[MEMBER_IMAGE_TOKEN_COOKIE];
  const allowed =
    (await isTokenValid(visitor && visitor.value, imagePath.galleryId, runtime)) ||
    (await isTokenValid(member && member.value, imagePath.galleryId, runtime));
  if (!allowed) return errorResponse(403, 'image_token_required', 'Pictures need a token; ask for one first.');
  const avif =
    !request.querystring['format'] && accepts('image/avif', request.headers['accept']) && avifInstead(query.params);
  request.uri = '/' + renditionKey(imagePath.galleryId, imagePath.fileId, avif || query.params);
  request.querystring = {};
  request.cookies = {};
  // The transform function limits what it computes for one visitor.
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}

/** True for browsers that name the format. Programs that accept anything get the JPEG. */
function accepts(format: string, accept: EdgeValue | undefined): boolean {
  return accept !== undefined && accept.value.indexOf(format) >= 0;
}

/** True if the token is signed by us, not expired, and covers the gallery. */
async function isTokenValid(token: string | undefined, galleryId: string, runtime: EdgeRuntime): Promise<boolean> {
  const parsed = parseImageToken(token);
  if (!parsed || parsed.exp * 1000 <= runtime.now() || !coversGallery(parsed.scope, galleryId)) return false;
  const stored = await runtime.store.get(IMAGE_TOKEN_KEYS);
  const keys = stored.split(' ');
  for (let i = 0; i < keys.length; i++) {
    if (timingSafeEquals(runtime.hmac(keys[i]!, parsed.payload), parsed.signature)) return true;
  }
  return false;
}

/** Compares in constant time for equal lengths. */
function timingSafeEquals(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}

/** One more than the number of known parameters: so many pairs include an unknown or repeated one. */
const MAX_QUERY_PAIRS = 8;

/**
 * Returns names and values, including repeated names: a repeated parameter is refused. Reads no more pairs than needed
 * to refuse, since a query can have a thousand and CPU time is limited.
 */
function pairsOf(query: EdgeValues): Array<[string, string]> {
  const pairs: Array<[string, string]> = [];
  const names = Object.keys(query);
  for (let n = 0; n < names.length && pairs.length < MAX_QUERY_PAIRS; n++) {
    const value = query[names[n]!]!;
    const values = value.multiValue || [value];
    for (let i = 0; i < values.length && pairs.length < MAX_QUERY_PAIRS; i++) pairs.push([names[n]!, values[i]!.value]);
  }
  return pairs;
}

/** URLs are immutable (docs/decisions/images.md). */
const YEAR_S = 365 * 24 * 60 * 60;

/**
 * Marks images as private for caches beyond the distribution, instead of the stored object's header. The distribution itself
 * caches them for everyone, because it checks the token first.
 */
export function imageResponse(event: ViewerResponseEvent): EdgeResponse {
  const response = event.response;
  // Exclude redirects: the transform function returns one while the rendition is not in the bucket.
  if (response.statusCode < 300 || response.statusCode === 304) {
    response.headers['cache-control'] = { value: 'private, max-age=' + YEAR_S + ', immutable' };
  }
  // An address without a format is an AVIF or a JPEG.
  response.headers['vary'] = { value: 'Accept' };
  return response;
}

/**
 * The bucket holds more than link previews, websites' pictures, fonts, logos and studios' photos, and the distribution may
 * read all of it.
 */
const OG_PATH = /^\/og\/[0-9a-hjkmnp-tv-z]{26}\/[\w-]{43}\.jpg$/;

/** Pictures of studios' websites: `{accountId}/{secret}-{width}`. */
const SITE_PATH = /^\/site\/[0-9a-hjkmnp-tv-z]{10}\/[0-9a-hjkmnp-tv-z]{32}-\d{3,4}\.(?:webp|jpg)$/;

/** The size that is also stored as AVIF (core/domain/site/site-pictures.ts). */
const WITH_AVIF = /-1200\.jpg$/;

const FONT_PATH = /^\/api\/fonts\/([0-9a-hjkmnp-tv-z]{20})$/;

const LOGO_PATH =
  /^\/api(\/logos\/[0-9a-hjkmnp-tv-z]{10}\/[0-9a-hjkmnp-tv-z]{20}-(?:(?:\d{1,4}x\d{1,4}[dlc]|icon(?:32|180))\.png|\d{1,5}x\d{1,5}s?\.jpg))$/;

/**
 * `GET /og/*`, `GET /site/*`, `GET /api/fonts/{id}`, `GET /api/logos/*`: passes only Open Graph images, websites'
 * pictures, fonts, logos and studios' photos in their canonical form.
 */
export function ogRequest(event: ViewerRequestEvent): EdgeResult {
  const request = event.request;
  const font = FONT_PATH.exec(request.uri);
  const logo = LOGO_PATH.exec(request.uri);
  if (font) request.uri = '/fonts/' + font[1];
  else if (logo) request.uri = logo[1]!;
  else if (SITE_PATH.test(request.uri)) {
    if (accepts('image/avif', request.headers['accept'])) request.uri = request.uri.replace(WITH_AVIF, '-1200.avif');
  } else if (!OG_PATH.test(request.uri)) return errorResponse(404, 'not_found', 'Not found.');
  request.querystring = {};
  request.cookies = {};
  return request;
}
