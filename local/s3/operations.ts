import { checksumAlgorithms, checksumHeader, readDeclaredChecksum } from './checksums.ts';
import { completeUpload } from './complete-upload.ts';
import { S3Error } from './errors.ts';
import { answerEmpty, answerXml, type Exchange, type Operation, type Store } from './exchange.ts';
import { getObject } from './get-object.ts';
import { listVersions } from './list-versions.ts';
import { listObjectsV2 } from './listing.ts';
import { abortUpload, createUpload, listParts, listUploads, uploadPart } from './multipart.ts';
import { receiveText } from './payload.ts';
import { copyObject, putObject } from './put-object.ts';
import type { SignedRequest } from './signature.ts';
import { systemHeaders } from './stored-headers.ts';
import { isRecord, parseXml } from './xml.ts';

const maximumKeys = 1000;

async function remove({ objects, blobs, now }: Store, bucket: string, key: string): Promise<void> {
  const blob = objects.delete(bucket, key, now());
  if (blob !== undefined) await blobs.discard(blob);
}

/** Succeeds even if the object does not exist, as in S3. */
async function deleteObject({ store, request, response }: Exchange): Promise<void> {
  await remove(store, request.bucket, request.key);
  answerEmpty(response, 204);
}

function readKey(entry: unknown): string {
  if (!isRecord(entry)) throw new S3Error('MalformedXML');
  for (const name of Object.keys(entry)) {
    if (name === '#text' || name === 'Key') continue;
    throw new S3Error('NotImplemented', `Deleting by ${name} is not implemented.`);
  }
  const key = entry['Key'];
  if (typeof key !== 'string' || key === '') throw new S3Error('MalformedXML');
  return key;
}

async function deleteObjects({ store, request, response, accept }: Exchange): Promise<void> {
  if (!request.headers.has('content-md5') && !readDeclaredChecksum(request.headers)) {
    throw new S3Error('InvalidRequest', 'Missing required header for this request: Content-MD5 OR x-amz-checksum-*');
  }
  const document = parseXml(await receiveText(request, accept), 'Delete');
  const entries = document['Object'];
  if (!Array.isArray(entries) || entries.length > maximumKeys) throw new S3Error('MalformedXML');
  const keys = entries.map(readKey);
  for (const key of keys) await remove(store, request.bucket, key);
  const quiet = document['Quiet'] === 'true';
  answerXml(response, 'DeleteResult', { Deleted: quiet ? undefined : keys.map((key) => ({ Key: key })) });
}

interface Rule {
  readonly method: string;
  readonly level: 'bucket' | 'object';
  /** Query parameters that select this operation. */
  readonly requires: readonly string[];
  readonly optional?: readonly string[];
  /** Header that turns a PUT into a copy. */
  readonly header?: string;
  /** Headers with a meaning in S3 that this operation supports, beside the common ones; `*` matches any suffix. */
  readonly headers?: readonly string[];
  readonly run: Operation;
}

const bodyHeaders = [
  'x-amz-decoded-content-length',
  'x-amz-sdk-checksum-algorithm',
  'x-amz-trailer',
  ...checksumAlgorithms.map(checksumHeader),
];
const writeConditions = ['if-match', 'if-none-match'];
const readHeaders = [
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'x-amz-checksum-mode',
];
const readParameters = ['versionId', ...systemHeaders.map((name) => `response-${name}`)];

const rules: readonly Rule[] = [
  {
    method: 'GET',
    level: 'bucket',
    requires: ['list-type'],
    optional: ['prefix', 'delimiter', 'max-keys', 'continuation-token', 'start-after', 'encoding-type'],
    run: listObjectsV2,
  },
  {
    method: 'GET',
    level: 'bucket',
    requires: ['versions'],
    optional: ['prefix', 'key-marker', 'version-id-marker', 'max-keys', 'encoding-type'],
    run: listVersions,
  },
  {
    method: 'GET',
    level: 'bucket',
    requires: ['uploads'],
    optional: ['prefix', 'key-marker', 'upload-id-marker', 'max-uploads', 'encoding-type'],
    run: listUploads,
  },
  { method: 'POST', level: 'bucket', requires: ['delete'], headers: bodyHeaders, run: deleteObjects },
  { method: 'GET', level: 'object', requires: [], optional: readParameters, headers: readHeaders, run: getObject },
  { method: 'HEAD', level: 'object', requires: [], optional: readParameters, headers: readHeaders, run: getObject },
  {
    method: 'PUT',
    level: 'object',
    requires: [],
    // Tags are for lifecycle rules, which do not run here.
    headers: [...bodyHeaders, ...writeConditions, 'x-amz-meta-*', 'x-amz-tagging'],
    run: putObject,
  },
  {
    method: 'PUT',
    level: 'object',
    requires: [],
    header: 'x-amz-copy-source',
    headers: [...writeConditions, 'x-amz-meta-*', 'x-amz-copy-source', 'x-amz-metadata-directive'],
    run: copyObject,
  },
  { method: 'DELETE', level: 'object', requires: [], run: deleteObject },
  {
    method: 'POST',
    level: 'object',
    requires: ['uploads'],
    headers: ['x-amz-meta-*', 'x-amz-checksum-algorithm', 'x-amz-checksum-type'],
    run: createUpload,
  },
  {
    method: 'PUT',
    level: 'object',
    requires: ['partNumber', 'uploadId'],
    headers: bodyHeaders,
    run: uploadPart,
  },
  {
    method: 'GET',
    level: 'object',
    requires: ['uploadId'],
    optional: ['max-parts', 'part-number-marker'],
    run: listParts,
  },
  {
    method: 'POST',
    level: 'object',
    requires: ['uploadId'],
    headers: [...writeConditions, 'x-amz-mp-object-size'],
    run: completeUpload,
  },
  { method: 'DELETE', level: 'object', requires: ['uploadId'], run: abortUpload },
];

/** Allowed in every request: signing, and the SDK's own identification. */
const commonHeaders = ['x-amz-content-sha256', 'x-amz-date', 'x-amz-user-agent'];
const commonParameter = 'x-id';

function fits(rule: Rule, request: SignedRequest): boolean {
  const { method, query, headers } = request;
  if (rule.method !== method || request.bucket === '' || (rule.level === 'object') === (request.key === ''))
    return false;
  if (headers.has('x-amz-copy-source') !== (rule.header !== undefined)) return false;
  return (
    rule.requires.every((name) => query.has(name)) &&
    [...query.keys()].every(
      (name) => name === commonParameter || rule.requires.includes(name) || rule.optional?.includes(name),
    )
  );
}

function headerMatches(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

/** Returns a header that S3 would apply and this operation would ignore. */
function findUnknownHeader(rule: Rule, headers: SignedRequest['headers']): string | undefined {
  const known = [...commonHeaders, ...(rule.headers ?? [])];
  return [...headers.keys()].find(
    (name) => /^(?:x-amz-|if-)/.test(name) && !known.some((pattern) => headerMatches(pattern, name)),
  );
}

/**
 * Runs the operation of a request. Unsupported parameters and headers of S3 are refused, never ignored.
 * @throws S3Error NotImplemented
 */
export async function operate(exchange: Exchange): Promise<void> {
  const { request, store } = exchange;
  const rule = rules.find((candidate) => fits(candidate, request));
  if (!rule) throw new S3Error('NotImplemented', 'This operation is not implemented.');
  const unknown = findUnknownHeader(rule, request.headers);
  if (unknown !== undefined) throw new S3Error('NotImplemented', undefined, { details: { Header: unknown } });
  store.buckets.require(request.bucket);
  await rule.run(exchange);
}
