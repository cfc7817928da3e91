import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListPartsCommand,
  type ListPartsCommandOutput,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { AppError } from '#core/domain/values/errors.ts';
import { type BucketName, type S3, type S3Response, unquoted } from './s3-client.ts';

/** A stored part of an upload. */
export interface UploadedPart {
  /** 1 to 10,000. */
  number: number;
  etag: string;
  /** Base64; only for uploads with checksums. */
  sha256?: string | undefined;
}

export interface ListedPart extends UploadedPart {
  /** Bytes. */
  size: number;
}

export interface PartToPresign {
  number: number;
  /** Bytes. */
  size: number;
  /** Hexadecimal; if set, S3 accepts only this content. */
  sha256?: string | undefined;
}

export interface PresignedPart {
  url: string;
  headers: Record<string, string>;
}

/** An upload that was neither completed nor aborted. */
export interface UnfinishedUpload {
  key: string;
  uploadId: string;
  /** Epoch milliseconds. */
  initiatedAt: number;
}

/**
 * `gone`: the upload was completed or aborted before. `exists`: `ifAbsent` found an object. `invalid`: a part is
 * missing, was replaced meanwhile or is too small.
 */
export type Completion = 'stored' | 'gone' | 'exists' | 'invalid';

/**
 * Multipart uploads (https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html). Every part except the
 * last has at least 5 MiB; the object does not exist before `complete`.
 */
export interface Multipart {
  /** Returns the upload's id. @param isChecked if true, each part is sent with its SHA-256, which S3 verifies */
  create(bucket: BucketName, key: string, contentType: string, isChecked?: boolean): Promise<string>;
  uploadPart(
    bucket: BucketName,
    key: string,
    uploadId: string,
    number: number,
    body: Uint8Array,
  ): Promise<UploadedPart>;
  /**
   * Returns a URL that accepts exactly this part's size and, with `sha256`, content. A repeated upload is stored once.
   */
  presignPart(
    bucket: BucketName,
    key: string,
    uploadId: string,
    part: PartToPresign,
    expiresS: number,
  ): Promise<PresignedPart>;
  /** Returns the parts in order; null if the upload does not exist: it was completed or aborted. */
  listParts(bucket: BucketName, key: string, uploadId: string): Promise<ListedPart[] | null>;
  complete(
    bucket: BucketName,
    key: string,
    uploadId: string,
    parts: readonly UploadedPart[],
    options?: { ifAbsent?: boolean },
  ): Promise<Completion>;
  /** An upload that is already gone counts as aborted. */
  abort(bucket: BucketName, key: string, uploadId: string): Promise<void>;
  /** Returns the uploads with this key prefix. */
  list(bucket: BucketName, prefix: string): Promise<UnfinishedUpload[]>;
}

/** Leaves the body out of the signature: its hash takes as long as packing, and TLS detects changed bytes. */
function leaveUnhashed({ middlewareStack }: UploadPartCommand): void {
  middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> };
      headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD';
      return next(args);
    },
    { step: 'build' },
  );
}

/** S3 may take minutes to join many parts, and sends only whitespace meanwhile. */
const COMPLETE_TIMEOUT_MS = 5 * 60 * 1000;

const COMPLETIONS: Readonly<Record<number, Completion>> = { 400: 'invalid', 404: 'gone', 412: 'exists' };

/** @throws AppError `unavailable` from every call while S3 is unreachable */
export function s3Multipart({ send, trySend, presign }: S3, buckets: Readonly<Record<BucketName, string>>): Multipart {
  const upload = (bucket: BucketName, Key: string, UploadId: string) => ({ Bucket: buckets[bucket], Key, UploadId });
  return {
    async create(bucket, key, contentType, isChecked = false) {
      const { UploadId } = await send(
        new CreateMultipartUploadCommand({
          Bucket: buckets[bucket],
          Key: key,
          ContentType: contentType,
          ...(isChecked && { ChecksumAlgorithm: 'SHA256', ChecksumType: 'COMPOSITE' }),
        }),
      );
      return UploadId!;
    },
    async uploadPart(bucket, key, uploadId, number, body) {
      const part = { ...upload(bucket, key, uploadId), PartNumber: number, Body: body };
      const command = new UploadPartCommand(part);
      leaveUnhashed(command);
      const { ETag } = await send(command);
      return { number, etag: unquoted(ETag) };
    },
    async presignPart(bucket, key, uploadId, { number, size, sha256 }, expiresS) {
      const checksum = sha256 && Buffer.from(sha256, 'hex').toString('base64');
      // The length is signed but not returned: browsers set it themselves and forbid scripts to set it.
      const part = { ...upload(bucket, key, uploadId), PartNumber: number, ContentLength: size };
      const headers: Record<string, string> = checksum ? { 'x-amz-checksum-sha256': checksum } : {};
      const command = new UploadPartCommand({ ...part, ...(checksum && { ChecksumSHA256: checksum }) });
      return { url: await presign(command, expiresS, headers), headers };
    },
    async listParts(bucket, key, uploadId) {
      const parts: ListedPart[] = [];
      let marker: string | undefined;
      do {
        const list = new ListPartsCommand({ ...upload(bucket, key, uploadId), PartNumberMarker: marker });
        const { output: page }: S3Response<ListPartsCommandOutput> = await trySend(list, [404]);
        if (!page) return null;
        for (const { PartNumber, Size, ETag, ChecksumSHA256 } of page.Parts ?? [])
          parts.push({ number: PartNumber!, size: Size!, etag: unquoted(ETag), sha256: ChecksumSHA256 });
        marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
      } while (marker);
      return parts;
    },
    async complete(bucket, key, uploadId, parts, { ifAbsent = false } = {}) {
      const Parts = parts
        .toSorted((a, b) => a.number - b.number)
        .map(({ number, etag, sha256 }) => ({ PartNumber: number, ETag: `"${etag}"`, ChecksumSHA256: sha256 }));
      const command = new CompleteMultipartUploadCommand({
        ...upload(bucket, key, uploadId),
        MultipartUpload: { Parts },
        ...(ifAbsent && { IfNoneMatch: '*' }),
      });
      const { status } = await trySend(command, [400, 404, 409, 412], COMPLETE_TIMEOUT_MS);
      // Another conditional write to this key is in progress.
      if (status === 409) throw new AppError('unavailable', { retryAfter: 2 });
      return COMPLETIONS[status] ?? 'stored';
    },
    async abort(bucket, key, uploadId) {
      await trySend(new AbortMultipartUploadCommand(upload(bucket, key, uploadId)), [404]);
    },
    async list(bucket, prefix) {
      const found: UnfinishedUpload[] = [];
      let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {};
      while (marker) {
        const list = new ListMultipartUploadsCommand({ Bucket: buckets[bucket], Prefix: prefix, ...marker });
        const page: ListMultipartUploadsCommandOutput = await send(list);
        for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
          found.push({ key: Key!, uploadId: UploadId!, initiatedAt: Initiated!.getTime() });
        const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
        marker = IsTruncated ? { KeyMarker, UploadIdMarker } : null;
      }
      return found;
    },
  };
}
