import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { parseCookie } from 'cookie';
import { AppError } from '#core/domain/errors.ts';
import { isStorable } from '#core/domain/primitives.ts';

/** A call as handlers see it, whoever carried it here. */
export interface HttpRequest {
  readonly method: string;
  /** Still percent-encoded. */
  readonly path: string;
  /** Names in lower case; API Gateway joins doubled ones with commas. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The visitor's IP address as the distribution saw it; believed only since the origin secret came along. */
  readonly viewerIp: string;
}

/** No JSON body of the API comes near it; 5,000 ids are 115 KB. */
const MAX_JSON_BYTES = 256 * 1024;
/** Nesting that no body of ours reaches; parsers and validators recurse. */
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
 * The body as JSON; undefined when there is none.
 * @throws AppError `unsupported_media_type`, `payload_too_large`, `invalid_json`, `validation_failed`.
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

/** What Postgres cannot store is nobody's text: NUL, and halves of surrogate pairs. `__proto__` is nobody's field. */
function assertStorable(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new AppError('validation_failed', { field: key });
  if (typeof value === 'string' && !isStorable(value)) throw new AppError('validation_failed', { field: key });
  if (!isStorable(key)) throw new AppError('validation_failed');
  return value;
}

/** How deep brackets nest, not counting those inside strings. */
function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth);
    else if (token === ']' || token === '}') depth--;
  }
  return deepest;
}

/**
 * The query as an object.
 * @throws AppError `validation_failed` for a name that is given twice.
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
