import { completeUpload } from './complete-upload.ts';
import { createBucket, headBucket } from './bucket-operations.ts';
import { deleteObject, deleteObjects } from './delete-object.ts';
import { S3Error } from './errors.ts';
import type { Exchange, Operation } from './exchange.ts';
import { getObject } from './get-object.ts';
import { listObjects } from './listing.ts';
import { abortUpload, createUpload, listParts, listUploads, uploadPart } from './multipart.ts';
import { copyObject, putObject } from './put-object.ts';
import type { SignedRequest } from './signature.ts';

interface Rule {
  readonly method: string;
  readonly level: 'bucket' | 'object';
  /** Parameters that make the request this operation. */
  readonly requires: readonly string[];
  readonly optional?: readonly string[];
  /** The header that makes a PUT a copy. */
  readonly header?: string;
  /** Headers with a meaning to S3 that this operation honours, beside those every request may carry. */
  readonly headers?: RegExp;
  /** Creating a bucket is the one operation that does not need one. */
  readonly withoutBucket?: boolean;
  readonly run: Operation;
}

const body = 'x-amz-(?:trailer|decoded-content-length|sdk-checksum-algorithm|checksum-(?!algorithm|type|mode).+)';
const writeConditions = 'if-match|if-none-match';
const readHeaders = /^(?:if-(?:match|none-match|modified-since|unmodified-since|range)|x-amz-checksum-mode)$/;
const overrides = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];
const readParameters = overrides.map((name) => `response-${name}`);

const rules: readonly Rule[] = [
  { method: 'HEAD', level: 'bucket', requires: [], run: headBucket },
  {
    method: 'PUT',
    level: 'bucket',
    requires: [],
    headers: new RegExp(`^(?:${body})$`),
    withoutBucket: true,
    run: createBucket,
  },
  {
    method: 'GET',
    level: 'bucket',
    requires: ['list-type'],
    optional: ['prefix', 'delimiter', 'max-keys', 'continuation-token', 'start-after', 'encoding-type'],
    run: listObjects,
  },
  {
    method: 'GET',
    level: 'bucket',
    requires: ['uploads'],
    optional: ['prefix', 'key-marker', 'upload-id-marker', 'max-uploads', 'encoding-type'],
    run: listUploads,
  },
  { method: 'POST', level: 'bucket', requires: ['delete'], headers: new RegExp(`^(?:${body})$`), run: deleteObjects },
  { method: 'GET', level: 'object', requires: [], optional: readParameters, headers: readHeaders, run: getObject },
  { method: 'HEAD', level: 'object', requires: [], optional: readParameters, headers: readHeaders, run: getObject },
  {
    method: 'PUT',
    level: 'object',
    requires: [],
    headers: new RegExp(`^(?:${body}|${writeConditions}|x-amz-meta-.+)$`),
    run: putObject,
  },
  {
    method: 'PUT',
    level: 'object',
    requires: [],
    header: 'x-amz-copy-source',
    headers: new RegExp(`^(?:${writeConditions}|x-amz-meta-.+|x-amz-copy-source|x-amz-metadata-directive)$`),
    run: copyObject,
  },
  { method: 'DELETE', level: 'object', requires: [], run: deleteObject },
  {
    method: 'POST',
    level: 'object',
    requires: ['uploads'],
    headers: /^x-amz-(?:meta-.+|checksum-algorithm|checksum-type)$/,
    run: createUpload,
  },
  {
    method: 'PUT',
    level: 'object',
    requires: ['partNumber', 'uploadId'],
    headers: new RegExp(`^(?:${body})$`),
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
    headers: new RegExp(`^(?:${writeConditions}|x-amz-mp-object-size)$`),
    run: completeUpload,
  },
  { method: 'DELETE', level: 'object', requires: ['uploadId'], run: abortUpload },
];

/** Every request may carry these: signing, and what SDKs say about themselves. */
const commonHeaders = /^x-amz-(?:date|content-sha256|user-agent)$/;
const commonParameter = 'x-id';

function fits(rule: Rule, { method, key, query, headers }: SignedRequest): boolean {
  if (rule.method !== method || (rule.level === 'object') !== (key !== '')) return false;
  if (headers.has('x-amz-copy-source') !== (rule.header !== undefined)) return false;
  return (
    rule.requires.every((name) => query.has(name)) &&
    [...query.keys()].every(
      (name) => name === commonParameter || rule.requires.includes(name) || rule.optional?.includes(name),
    )
  );
}

/** A header that S3 would act upon and this operation would ignore. */
function findUnknownHeader(rule: Rule, headers: SignedRequest['headers']): string | undefined {
  return [...headers.keys()].find(
    (name) => /^(?:x-amz-|if-)/.test(name) && !commonHeaders.test(name) && !rule.headers?.test(name),
  );
}

/**
 * Runs the one operation that a request asks for. What S3 knows and this server does not is never taken for a
 * similar operation without its parameter or header.
 * @throws S3Error NotImplemented
 */
export async function operate(exchange: Exchange): Promise<void> {
  const { request, store } = exchange;
  const rule = request.bucket === '' ? undefined : rules.find((candidate) => fits(candidate, request));
  if (!rule) throw new S3Error('NotImplemented', 'This operation is not implemented.');
  const unknown = findUnknownHeader(rule, request.headers);
  if (unknown !== undefined) throw new S3Error('NotImplemented', undefined, { details: { Header: unknown } });
  if (!rule.withoutBucket) store.buckets.require(request.bucket);
  await rule.run(exchange);
}
