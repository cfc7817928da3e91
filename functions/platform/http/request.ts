import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { parseCookie } from 'cookie';
import { AppError } from '#core/domain/values/errors.ts';
import { isStorable } from '#core/domain/values/primitives.ts';

/** A request as handlers see it, independent of its transport. */
export interface HttpRequest {
  readonly method: string;
  /** Still percent-encoded. */
  readonly path: string;
  /** Lower-case names; API Gateway joins repeated headers with commas. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The visitor's IP address from the distribution; trusted only because the origin secret was checked. */
  readonly viewerIp: string;
}

/** Returns the name of the host that the visitor asked, from the distribution, without its port; '' without one. */
export const viewerHost = ({ headers }: HttpRequest): string =>
  (headers['x-viewer-host'] ?? '').replace(/:\d+$/, '').toLowerCase();

/** True for `HEAD`, which asks what a `GET` would answer: it is no download, and opens nothing. */
export const readsHeadersOnly = ({ method }: HttpRequest): boolean => method === 'HEAD';

/** No JSON body of the API comes near it; 5,000 ids are 115 KB. */
const MAX_JSON_BYTES = 256 * 1024;
/** Deeper than any body of the API; parsers and validators are recursive. */
const MAX_DEPTH = 32;

/** Reads an API Gateway event (payload format 2.0). */
export function readRequest(event: APIGatewayProxyEventV2): HttpRequest {
  const headers: Record<string, string | undefined> = Object.create(null);
  for (const [name, value] of Object.entries(event.headers)) headers[name.toLowerCase()] = value;
  return {
    method: event.requestContext.http.method,
    path: event.rawPath,
    headers,
    cookies: parseCookie((event.cookies ?? []).join('; ')),
    query: new URLSearchParams(event.rawQueryString),
    bytes: new Uint8Array(Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8')),
    viewerIp: headers['x-viewer-address'] ?? event.requestContext.http.sourceIp,
  };
}

/**
 * Returns the body as JSON; undefined if there is none.
 * @throws AppError `unsupported_media_type`, `payload_too_large`, `invalid_json`, `validation_failed`
 */
export function readJson(request: HttpRequest): unknown {
  if (request.bytes.byteLength === 0) return undefined;
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new AppError('unsupported_media_type', { expected: 'application/json' });
  }
  if (request.bytes.byteLength > MAX_JSON_BYTES) throw new AppError('payload_too_large', { maxBytes: MAX_JSON_BYTES });
  const text = Buffer.from(request.bytes).toString('utf8');
  if (jsonDepth(text) > MAX_DEPTH) throw new AppError('invalid_json');
  try {
    return JSON.parse(text, assertStorable);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('invalid_json');
  }
}

/** Rejects values that Postgres cannot store (NUL and halves of surrogate pairs) and the key `__proto__`. */
function assertStorable(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new AppError('validation_failed', { field: key });
  if (typeof value === 'string' && !isStorable(value)) throw new AppError('validation_failed', { field: key });
  if (!isStorable(key)) throw new AppError('validation_failed');
  return value;
}

/** Returns the nesting depth of brackets outside strings, also of a text that is no JSON, in linear time. */
export function jsonDepth(text: string): number {
  let [depth, deepest] = [0, 0];
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isInString && character === '\\') at++;
    else if (character === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === ']' || character === '}') depth--;
  }
  return deepest;
}

/**
 * Returns the query as an object.
 * @throws AppError `validation_failed` for a repeated name
 */
export function readQuery(query: URLSearchParams): Record<string, string> {
  const values: Record<string, string> = Object.create(null);
  for (const [name, value] of query) {
    if (name in values || name === '__proto__' || !isStorable(name + value)) {
      throw new AppError('validation_failed', { field: name.toWellFormed().slice(0, 40) });
    }
    values[name] = value;
  }
  return { ...values };
}

/**
 * Refuses a form of another site's page: it comes without the visitor's cookie, which the answer would replace. Old
 * browsers do not say where a form comes from.
 * @throws AppError `channel_required`
 */
export function requireOwnForm({ headers }: HttpRequest): void {
  if ((headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') throw new AppError('channel_required');
}

/** Fields of an HTML form as they were sent. */
export type FormValues = Readonly<Record<string, string>>;

/** Returns the fields of an HTML form; none if it is larger than `maxBytes`, or not as a browser sends it. */
export function readForm(request: HttpRequest, maxBytes: number): FormValues {
  if (request.bytes.byteLength > maxBytes) return {};
  try {
    return readQuery(new URLSearchParams(Buffer.from(request.bytes).toString('utf8')));
  } catch {
    // A repeated name or a NUL: no browser sends it.
    return {};
  }
}
