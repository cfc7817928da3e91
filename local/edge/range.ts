import type { IncomingMessage } from 'node:http';

export interface Slice {
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
export function sliceOf(request: IncomingMessage, size: number, etag: string): Slice | undefined {
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
