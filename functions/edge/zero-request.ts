import { errorResponse } from './errors.ts';
import type { EdgeResult, ViewerRequestEvent } from './event.ts';

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
