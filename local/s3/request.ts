import type { IncomingMessage } from 'node:http';
import { S3Error } from './errors.ts';

/** S3's maximum key length, in bytes of UTF-8. */
const maximumKeyBytes = 1024;

export interface S3Request {
  readonly message: IncomingMessage;
  readonly method: string;
  /** Decoded, with its leading slash. */
  readonly path: string;
  readonly query: ReadonlyMap<string, string>;
  /** Lower-case names; each character of a value is one byte of the request. */
  readonly headers: ReadonlyMap<string, string>;
  /** Empty for a request to the service itself. */
  readonly bucket: string;
  /** Empty for a request to a bucket. */
  readonly key: string;
}

/** Percent-encodes all but RFC 3986's unreserved characters, as signatures and listings require. */
export function encodeUri(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

export function encodePath(path: string): string {
  return path.split('/').map(encodeUri).join('/');
}

/** S3 decodes a plus as a space, in paths too: clients must send %2B. */
export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new S3Error('InvalidURI');
  }
}

function parseQuery(text: string): Map<string, string> {
  const query = new Map<string, string>();
  for (const pair of text.split('&').filter(Boolean)) {
    const equals = pair.indexOf('=');
    const name = decodeUri(equals < 0 ? pair : pair.slice(0, equals));
    if (query.has(name)) throw new S3Error('InvalidArgument', `The query parameter ${name} occurs more than once.`);
    query.set(name, equals < 0 ? '' : decodeUri(pair.slice(equals + 1)));
  }
  return query;
}

function readHeaders(message: IncomingMessage): Map<string, string> {
  const headers = new Map<string, string>();
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    // Refused, since two readers of a repeated header may use different values.
    if (values && values.length > 1) throw new S3Error('InvalidRequest', `The header ${name} occurs more than once.`);
    headers.set(name, values?.[0] ?? '');
  }
  return headers;
}

/**
 * Splits a path-style request into bucket and key. Nothing is normalised: `..` and empty segments are part of the key.
 * @throws S3Error InvalidURI, KeyTooLongError, InvalidArgument
 */
export function parseRequest(message: IncomingMessage): S3Request {
  const url = message.url ?? '/';
  if (!url.startsWith('/')) throw new S3Error('InvalidURI');
  const mark = url.indexOf('?');
  const path = decodeUri(mark < 0 ? url : url.slice(0, mark));
  const slash = path.indexOf('/', 1);
  const key = slash < 0 ? '' : path.slice(slash + 1);
  if (Buffer.byteLength(key) > maximumKeyBytes) throw new S3Error('KeyTooLongError');
  return {
    message,
    method: message.method ?? 'GET',
    path,
    query: parseQuery(mark < 0 ? '' : url.slice(mark + 1)),
    headers: readHeaders(message),
    bucket: slash < 0 ? path.slice(1) : path.slice(1, slash),
    key,
  };
}
