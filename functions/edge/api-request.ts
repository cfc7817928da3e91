import { MAX_DIRECT_UPLOAD_BYTES } from '#core/domain/photos/direct-uploads.ts';
import { type EdgeRequest, type EdgeResult, errorResponse, type ViewerRequestEvent } from './event.ts';

/** Bytes of a form beside its file: names, boundaries, the gallery's id. */
const FORM_BYTES = 64 * 1024;

/**
 * `/api/*` and `/ws`: as `fromViewer`. An upload in one request that is too large for a function gets the answer that the
 * function would give, with the way for larger files; the gateway's own names none.
 */
export function apiRequest(event: ViewerRequestEvent): EdgeResult {
  const request = event.request;
  const length = request.headers['content-length'];
  const isUpload = request.method === 'POST' && request.uri === '/api/upload';
  if (isUpload && length && Number(length.value) > MAX_DIRECT_UPLOAD_BYTES + FORM_BYTES) {
    const message = 'Files above 4 MB go to storage: ask /api/upload/presign for an address.';
    const params = { presign: '/api/upload/presign', maxBytes: MAX_DIRECT_UPLOAD_BYTES };
    return errorResponse(413, 'payload_too_large', message, undefined, params);
  }
  return fromViewer(event);
}

/**
 * Passes the viewer's IP address and host in headers that a viewer cannot set. The origin trusts them because
 * the distribution adds its secret (`x-origin-secret`, a custom origin header, which replaces a viewer's).
 */
export function fromViewer(event: ViewerRequestEvent): EdgeRequest {
  const request = event.request;
  const host = request.headers['host'];
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  request.headers['x-viewer-host'] = { value: host ? host.value : '' };
  delete request.headers['x-forwarded-for'];
  return request;
}

/**
 * Returns the one spelling of a path below a studio's slug or a gallery's id, with this part in lower case; '' for any
 * other spelling. A purge names this spelling only, so a percent-encoded letter, an empty segment or a capital would
 * stay cached, with photos that were hidden meanwhile. No path of ours needs percent-encoding.
 * @param prefix `/p/` or `/api/p/`
 */
export function canonicalPath(path: string, prefix: string): string {
  if (path.indexOf('%') >= 0 || path.indexOf('//') >= 0) return '';
  const end = path.indexOf('/', prefix.length);
  const slug = end < 0 ? path.slice(prefix.length) : path.slice(prefix.length, end);
  return prefix + slug.toLowerCase() + path.slice(prefix.length + slug.length);
}

/**
 * `/api/p/*`: as above, with a normalised path. Cacheable paths take no query; downloads, videos, free slots and the
 * changes of an event take one and are never cached.
 */
export function publicApiRequest(event: ViewerRequestEvent): EdgeResult {
  const request = fromViewer(event);
  request.uri = canonicalPath(request.uri, '/api/p/');
  if (!request.uri) return errorResponse(404, 'not_found', 'Not found.');
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (reads && !/\/(download|play|slots|changes)$/.test(request.uri)) request.querystring = {};
  return request;
}

/**
 * `/pulse/…`: passes the body of a report to the third party's one path, which the origin completes, and nothing of the
 * visitor: no cookie, no query, no header of the page.
 */
export function reportRequest(event: ViewerRequestEvent): EdgeResult {
  const request = event.request;
  if (request.method !== 'POST') return errorResponse(404, 'not_found', 'Not found.');
  request.cookies = {};
  request.querystring = {};
  // The origin's own path comes before it. The policy forwards no header but the body's type.
  request.uri = '/';
  return request;
}

/**
 * `/zero/*`, and `/zero-1/*` of another group of studios: passes only sockets and the health check of zero-cache. Its
 * sockets expect one leading path component and drop it; its health check expects none.
 */
export function zeroRequest(event: ViewerRequestEvent): EdgeResult {
  const request = event.request;
  if (/^\/zero(-\d+)?\/keepalive$/.test(request.uri)) request.uri = '/keepalive';
  else if (!/^\/zero(-\d+)?\/sync\/v\d+\/connect$/.test(request.uri))
    return errorResponse(404, 'not_found', 'Not found.');
  return request;
}
