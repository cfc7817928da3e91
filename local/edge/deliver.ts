import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Answer } from './answer.ts';

/** CloudFront compresses between 1,000 bytes and 10 MB. */
const COMPRESSIBLE_BYTES = { min: 1000, max: 10_000_000 };
const COMPRESSIBLE = /^(text\/|image\/svg|font\/|application\/(json|javascript|manifest|xml|ld\+json|wasm))/;

const encoders: Record<string, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/**
 * Sends a complete response to a viewer: 304, a range, or compressed.
 * @param age seconds since it was stored; undefined for a response fresh from the origin
 */
export async function deliver(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  age?: number,
): Promise<void> {
  const headers: Record<string, string | string[] | number> = {
    ...answer.headers,
    'x-cache': age === undefined ? 'miss' : 'hit',
  };
  if (age !== undefined) headers['age'] = age;
  if (answer.status === 200 && matches(request.headers['if-none-match'], answer.headers['etag'])) {
    delete headers['content-length'];
    response.writeHead(304, headers).end();
    return;
  }
  const { status, body } = await represent(request, answer, headers);
  if (status !== 204 && status !== 304) headers['content-length'] = body.length;
  response.writeHead(status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

async function represent(
  request: IncomingMessage,
  answer: Answer,
  headers: Record<string, string | string[] | number>,
): Promise<{ status: number; body: Buffer }> {
  if (canCompress(answer)) {
    headers['vary'] = 'accept-encoding';
    const encoding = preferred(request.headers['accept-encoding']);
    if (encoding) {
      headers['content-encoding'] = encoding;
      // Different bytes: a strong ETag would be wrong.
      headers['etag'] = weak(String(answer.headers['etag']));
      return { status: answer.status, body: await encoded(answer, encoding) };
    }
    return answer;
  }
  if (answer.status !== 200) return answer;
  headers['accept-ranges'] = 'bytes';
  const slice = sliceOf(request, answer.body.length, String(answer.headers['etag'] ?? ''));
  if (!slice) return answer;
  headers['content-range'] = slice.contentRange;
  return { status: slice.status, body: answer.body.subarray(slice.start, slice.end) };
}

function canCompress({ status, headers, body }: Answer): boolean {
  return (
    status !== 204 &&
    !headers['content-encoding'] &&
    COMPRESSIBLE.test(String(headers['content-type'] ?? '')) &&
    body.length >= COMPRESSIBLE_BYTES.min &&
    body.length <= COMPRESSIBLE_BYTES.max
  );
}

function preferred(accepted: string | string[] | undefined): string | undefined {
  const acceptedEncodings = String(accepted ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]);
  return Object.keys(encoders).find((encoding) => acceptedEncodings.includes(encoding));
}

function encoded(answer: Answer, encoding: string): Promise<Buffer> {
  let bytes = answer.encoded.get(encoding);
  if (!bytes) answer.encoded.set(encoding, (bytes = encoders[encoding]!(answer.body)));
  return bytes;
}

const weak = (etag: string) => (etag.startsWith('W/') ? etag : `W/${etag}`);

/** RFC 9110 §13.1.2: weak comparison with any ETag of a list. */
function matches(ifNoneMatch: string | undefined, etag: string | string[] | undefined): boolean {
  if (!ifNoneMatch || typeof etag !== 'string') return false;
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => weak(tag.trim()) === weak(etag));
}

interface Slice {
  status: 206 | 416;
  start: number;
  /** Exclusive. */
  end: number;
  contentRange: string;
}

/**
 * Returns the slice of a `Range` header. Undefined means the whole body: also for several ranges, unknown units and an
 * `If-Range` of another version, as RFC 9110 §14.2 allows.
 */
function sliceOf(request: IncomingMessage, size: number, etag: string): Slice | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
  if (!match || (match[1] === '' && match[2] === '') || request.method !== 'GET') return undefined;
  const expected = request.headers['if-range'];
  if (expected !== undefined && expected !== etag) return undefined;
  const suffix = match[1] === '';
  const start = suffix ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const last = suffix || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (start >= size || last < start) return { status: 416, start: 0, end: 0, contentRange: `bytes */${size}` };
  return { status: 206, start, end: last + 1, contentRange: `bytes ${start}-${last}/${size}` };
}
