import { type EdgeRequest, type EdgeResult, errorResponse, type ViewerRequestEvent } from './event.ts';

/**
 * `/api/*`: passes the viewer's IP address and host in headers that a viewer cannot set. The origin trusts them because
 * the distribution adds its secret (`x-origin-secret`, a custom origin header, which replaces a viewer's).
 */
export function apiRequest(event: ViewerRequestEvent): EdgeRequest {
  const request = event.request;
  const host = request.headers['host'];
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  request.headers['x-viewer-host'] = { value: host ? host.value : '' };
  delete request.headers['x-forwarded-for'];
  return request;
}

/**
 * `GET /api/p/*`: as above, with a normalised path. Cacheable paths take no query; downloads and free slots take one
 * and are never cached.
 */
export function publicApiRequest(event: ViewerRequestEvent): EdgeRequest {
  const request = apiRequest(event);
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (reads && !(request.uri.endsWith('/download') || request.uri.endsWith('/slots'))) request.querystring = {};
  return request;
}

/**
 * `/zero/*`: passes only sockets and the health check of zero-cache. Its sockets expect one leading path component and
 * drop it; its health check expects none.
 */
export function zeroRequest(event: ViewerRequestEvent): EdgeResult {
  const request = event.request;
  if (request.uri === '/zero/keepalive') request.uri = '/keepalive';
  else if (!/^\/zero\/sync\/v\d+\/connect$/.test(request.uri)) return errorResponse(404, 'not_found', 'Not found.');
  return request;
}
