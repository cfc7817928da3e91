import { pipeline } from 'node:stream/promises';
import { isMissingFile, type OpenBlob } from './blobs.ts';
import { checkRead, rangeStillValid } from './conditions.ts';
import { S3Error } from './errors.ts';
import { type Exchange, quoteEtag, type Store } from './exchange.ts';
import type { StoredObject } from './objects.ts';
import type { SignedRequest } from './signature.ts';
import { checksumHeaders, readOverrides } from './stored-headers.ts';

interface ByteRange {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

/**
 * Parses the single range that S3 supports; other headers are ignored and return the whole object.
 * @throws S3Error InvalidRange
 */
function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (header === undefined || first === undefined || last === undefined || first + last === '') return undefined;
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end) {
    throw new S3Error('InvalidRange', undefined, {
      headers: { 'content-range': `bytes */${size}` },
      details: { RangeRequested: header, ActualObjectSize: String(size) },
    });
  }
  return { start, end };
}

function describe(request: SignedRequest, object: StoredObject): Record<string, string> {
  const { headers, query } = request;
  const validators: Record<string, string> = {
    etag: quoteEtag(object.etag),
    'last-modified': new Date(object.modified).toUTCString(),
  };
  const cacheControl = query.get('response-cache-control') ?? object.headers['cache-control'];
  checkRead(headers, object, { ...validators, ...(cacheControl && { 'cache-control': cacheControl }) });
  const checksum = headers.get('x-amz-checksum-mode') === 'ENABLED' ? checksumHeaders(object.checksum) : {};
  return { 'accept-ranges': 'bytes', ...object.headers, ...readOverrides(query), ...validators, ...checksum };
}

/** @param id a version; the current one by default @throws S3Error NoSuchKey, NoSuchVersion */
export function findObject(store: Store, at: { bucket: string; key: string }, id: string | undefined): StoredObject {
  const details = { Key: at.key, ...(id !== undefined && { VersionId: id }) };
  const object =
    id === undefined ? store.objects.find(at.bucket, at.key) : store.objects.findVersion(at.bucket, at.key, id);
  if (!object) throw new S3Error(id === undefined ? 'NoSuchKey' : 'NoSuchVersion', undefined, { details });
  return object;
}

/**
 * Returns the object and its opened blob. Looks it up again if it was replaced in between, so that no read mixes
 * versions.
 */
async function openObject(store: Store, request: SignedRequest): Promise<{ object: StoredObject; blob?: OpenBlob }> {
  const id = request.query.get('versionId');
  const object = findObject(store, request, id);
  if (request.method === 'HEAD') return { object };
  try {
    return { object, blob: await store.blobs.openBlob(object.blob) };
  } catch (error) {
    const current = store.objects.find(request.bucket, request.key);
    if (id === undefined && isMissingFile(error) && current?.blob !== object.blob) return openObject(store, request);
    throw error;
  }
}

/** GetObject and HeadObject: equal responses, with and without body. */
export async function getObject({ store, request, response }: Exchange): Promise<void> {
  const { object, blob } = await openObject(store, request);
  try {
    const headers = describe(request, object);
    const rangeHeader = rangeStillValid(request.headers.get('if-range'), object)
      ? request.headers.get('range')
      : undefined;
    const range = parseRange(rangeHeader, object.size);
    const { start, end } = range ?? { start: 0, end: object.size - 1 };
    if (range) {
      headers['content-range'] = `bytes ${start}-${end}/${object.size}`;
      // A checksum covers the whole object.
      for (const name of Object.keys(headers)) if (name.startsWith('x-amz-checksum-')) delete headers[name];
    }
    response.writeHead(range ? 206 : 200, { ...headers, 'content-length': end - start + 1 });
    if (!blob || object.size === 0) response.end();
    else await pipeline(blob.read(start, end), response);
  } finally {
    await blob?.close();
  }
}
