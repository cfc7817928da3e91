import type { IncomingMessage, ServerResponse } from 'node:http';
import { S3Error } from './errors.ts';

const methods = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'];
/** Seconds for which a browser may cache a preflight. */
const maximumAge = 3000;

/** S3 supports one `*` in an allowed origin. */
function originMatches(pattern: string, origin: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === origin;
  const [head, tail] = [pattern.slice(0, star), pattern.slice(star + 1)];
  return origin.length >= head.length + tail.length && origin.startsWith(head) && origin.endsWith(tail);
}

/** CORS rule of every bucket: the product's origins, every used method, every header, ETag readable. */
export class CorsRule {
  readonly #origins: readonly string[];

  constructor(origins: readonly string[]) {
    this.#origins = origins;
  }

  /** Adds the CORS headers of an allowed origin to every response, including errors. */
  apply(message: IncomingMessage, response: ServerResponse): void {
    response.setHeader('vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method');
    const { origin } = message.headers;
    if (origin === undefined || !this.#origins.some((pattern) => originMatches(pattern, origin))) return;
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-allow-methods', methods.join(', '));
    response.setHeader('access-control-expose-headers', 'ETag');
    response.setHeader('access-control-max-age', maximumAge);
  }

  /** @throws S3Error BadRequest, AccessForbidden */
  answerPreflight(message: IncomingMessage, response: ServerResponse): void {
    const { origin } = message.headers;
    const method = message.headers['access-control-request-method'];
    if (origin === undefined) throw new S3Error('BadRequest');
    if (method === undefined || !methods.includes(method) || !response.hasHeader('access-control-allow-origin')) {
      throw new S3Error('AccessForbidden');
    }
    const headers = message.headers['access-control-request-headers'];
    if (headers !== undefined) response.setHeader('access-control-allow-headers', headers);
    response.writeHead(200, { 'content-length': 0 }).end();
  }
}
