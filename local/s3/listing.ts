import { S3Error } from './errors.ts';
import { answerXml, type Exchange, quoteEtag } from './exchange.ts';
import type { ListedObject, Objects } from './objects.ts';
import { encodePath } from './request.ts';
import type { XmlElements } from './xml.ts';

/** Default and maximum page size, in keys and common prefixes together. */
const maximumPage = 1000;

interface Page {
  readonly contents: ListedObject[];
  readonly prefixes: string[];
  /** Start of the next page; `undefined` on the last one. */
  readonly next: Buffer | undefined;
}

interface PageQuery {
  readonly bucket: string;
  readonly prefix: Buffer;
  readonly delimiter: Buffer;
  readonly after: Buffer;
  readonly limit: number;
}

/** The prefix up to and including the next delimiter. */
function commonPrefix(key: Buffer, { prefix, delimiter }: PageQuery): Buffer | undefined {
  const index = delimiter.length > 0 ? key.indexOf(delimiter, prefix.length) : -1;
  return index < 0 ? undefined : key.subarray(0, index + delimiter.length);
}

/** A key after all keys of the common prefix: UTF-8 never contains the byte 0xFF. */
function behind(prefix: Buffer): Buffer {
  return Buffer.concat([prefix, Buffer.of(0xff)]);
}

interface Entry {
  readonly object?: ListedObject;
  readonly prefix?: Buffer;
  /** Position after which to continue. */
  readonly after: Buffer;
}

function* readEntries(objects: Objects, query: PageQuery): Generator<Entry, void> {
  // Only the first key of a group matters; then query the index behind the group.
  const batch = query.delimiter.length > 0 ? 64 : query.limit + 1;
  let { after } = query;
  for (;;) {
    const rows = objects.next(query.bucket, after, query.prefix, batch);
    if (rows.length === 0) return;
    for (const object of rows) {
      const prefix = commonPrefix(object.key, query);
      after = prefix ? behind(prefix) : object.key;
      yield prefix ? { prefix, after } : { object, after };
      if (prefix) break;
    }
  }
}

function readPage(objects: Objects, query: PageQuery): Page {
  const contents: ListedObject[] = [];
  const prefixes: string[] = [];
  let { after } = query;
  for (const entry of readEntries(objects, query)) {
    if (contents.length + prefixes.length === query.limit) return { contents, prefixes, next: after };
    if (entry.object) contents.push(entry.object);
    if (entry.prefix) prefixes.push(entry.prefix.toString());
    ({ after } = entry);
  }
  return { contents, prefixes, next: undefined };
}

/** Parses a page size or number of the query. @throws S3Error InvalidArgument */
export function readLimit(text: string | undefined): number {
  if (text === undefined || text === '') return maximumPage;
  if (!/^\d{1,9}$/.test(text)) throw new S3Error('InvalidArgument', 'Provided max-keys not an integer or within range');
  return Math.min(Number(text), maximumPage);
}

function readStart(query: ReadonlyMap<string, string>): Buffer {
  const token = query.get('continuation-token');
  if (token === undefined) return Buffer.from(query.get('start-after') ?? '');
  const start = Buffer.from(token, 'base64url');
  if (token === '' || start.toString('base64url') !== token) {
    throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect');
  }
  return start;
}

function describeObject(object: ListedObject, encode: (key: string) => string): XmlElements {
  return {
    Key: encode(object.key.toString()),
    LastModified: new Date(object.modified).toISOString(),
    ETag: quoteEtag(object.etag),
    ChecksumAlgorithm: object.checksum?.algorithm.toUpperCase(),
    Size: object.size,
    StorageClass: 'STANDARD',
  };
}

/** Returns the requested encoding of keys, plain or URL. @throws S3Error InvalidArgument */
export function readEncoding(query: ReadonlyMap<string, string>): (key: string) => string {
  const encoding = query.get('encoding-type');
  if (encoding === undefined) return (key) => key;
  if (encoding !== 'url') throw new S3Error('InvalidArgument', 'Invalid Encoding Method specified in Request');
  return encodePath;
}

/** ListObjectsV2. */
export function listObjectsV2({ store, request, response }: Exchange): void {
  const { bucket, query } = request;
  if (query.get('list-type') !== '2') throw new S3Error('NotImplemented', 'Such a list-type is not implemented.');
  const encode = readEncoding(query);
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const startAfter = query.get('start-after');
  const limit = readLimit(query.get('max-keys'));
  const { contents, prefixes, next } = readPage(store.objects, {
    bucket,
    prefix: Buffer.from(prefix),
    delimiter: Buffer.from(delimiter),
    after: readStart(query),
    limit,
  });
  // An empty page is always the last.
  const token = limit === 0 ? undefined : next?.toString('base64url');
  answerXml(response, 'ListBucketResult', {
    Name: bucket,
    Prefix: encode(prefix),
    Delimiter: delimiter === '' ? undefined : encode(delimiter),
    EncodingType: query.get('encoding-type'),
    MaxKeys: limit,
    IsTruncated: token !== undefined,
    Contents: contents.map((object) => describeObject(object, encode)),
    CommonPrefixes: prefixes.map((common) => ({ Prefix: encode(common) })),
    StartAfter: startAfter === undefined ? undefined : encode(startAfter),
    ContinuationToken: query.get('continuation-token'),
    KeyCount: contents.length + prefixes.length,
    NextContinuationToken: token,
  });
}
