import { type EdgeRequest, type EdgeResult, errorResponse, type ViewerRequestEvent } from './event.ts';

/**
 * `/api/*`: says who asks and under which name, in headers that a viewer cannot set. The origin believes them because
 * the distribution adds its secret (`x-origin-secret`, an origin's custom header, which replaces a viewer's).
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
 * `GET /api/p/*`: as above, and one spelling of each address. What may be cached takes no query; a download and free slots
 * do, and are never cached.
 */
export function publicApiRequest(event: ViewerRequestEvent): EdgeRequest {
  const request = apiRequest(event);
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (reads && !(request.uri.endsWith('/download') || request.uri.endsWith('/slots'))) request.querystring = {};
  return request;
}

/**
 * `/zero/*`: sockets and the health check, and nothing else that zero-cache serves. Its sockets know one leading path
 * component and drop it, its health check knows none.
 */
export function zeroRequest(event: ViewerRequestEvent): EdgeResult {
  const request = event.request;
  if (request.uri === '/zero/keepalive') request.uri = '/keepalive';
  else if (!/^\/zero\/sync\/v\d+\/connect$/.test(request.uri)) return errorResponse(404, 'not_found', 'Not found.');
  return request;
}
