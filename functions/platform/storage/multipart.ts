import { AppError } from '#core/domain/errors.ts';
import type { BucketName, S3Client } from './s3-client.ts';
import { elementText, listedUploads, nextUploads, parseUploadId } from './s3-xml.ts';

/** A stored part of an upload, as S3 names it. */
export interface UploadedPart {
  /** 1 to 10,000. */
  number: number;
  etag: string;
}

/** An upload that was begun and neither completed nor aborted. */
export interface UnfinishedUpload {
  key: string;
  uploadId: string;
  /** Epoch milliseconds. */
  initiatedAt: number;
}

/**
 * Objects that are sent in parts (https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html). Every part
 * but the last holds 5 MiB at least; nothing is seen of the object before `complete`.
 */
export interface Multipart {
  /** Answers the upload's id. */
  create(bucket: BucketName, key: string, contentType: string): Promise<string>;
  uploadPart(
    bucket: BucketName,
    key: string,
    uploadId: string,
    number: number,
    body: Uint8Array<ArrayBuffer>,
  ): Promise<UploadedPart>;
  /** False when there is no such upload: it was completed or aborted before. */
  complete(bucket: BucketName, key: string, uploadId: string, parts: readonly UploadedPart[]): Promise<boolean>;
  /** One that is gone already is aborted. */
  abort(bucket: BucketName, key: string, uploadId: string): Promise<void>;
  /** Those whose key begins so. */
  list(bucket: BucketName, prefix: string): Promise<UnfinishedUpload[]>;
}

/** S3 may take minutes to put many parts together, and says nothing meanwhile but blanks. */
const COMPLETE_TIMEOUT_MS = 5 * 60 * 1000;

/** @throws AppError `unavailable` from every call while S3 cannot be reached */
export function s3Multipart({ bucketUrl, objectUrl, send }: S3Client): Multipart {
  const uploadUrl = (bucket: BucketName, key: string, query: Record<string, string>) => {
    const url = objectUrl(bucket, key);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  };
  return {
    async create(bucket, key, contentType) {
      const init = { method: 'POST', headers: { 'content-type': contentType } };
      const response = await send(uploadUrl(bucket, key, { uploads: '' }), init, [200]);
      return parseUploadId(await response.text());
    },
    async uploadPart(bucket, key, uploadId, number, body) {
      const url = uploadUrl(bucket, key, { partNumber: String(number), uploadId });
      const response = await send(url, { method: 'PUT', body }, [200]);
      await response.body?.cancel();
      const etag = response.headers.get('etag');
      if (!etag) throw new AppError('unavailable', { retryAfter: 2 });
      return { number, etag: etag.replaceAll('"', '') };
    },
    async complete(bucket, key, uploadId, parts) {
      const list = parts.toSorted((a, b) => a.number - b.number);
      const elements = list.map(
        ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>"${elementText(etag)}"</ETag></Part>`,
      );
      const body = `<CompleteMultipartUpload>${elements.join('')}</CompleteMultipartUpload>`;
      const init = { method: 'POST', headers: { 'content-type': 'application/xml' }, body };
      const response = await send(uploadUrl(bucket, key, { uploadId }), init, [200, 404], COMPLETE_TIMEOUT_MS);
      const answer = await response.text();
      // One that fails midway says so in a body that began with status 200.
      if (response.status === 200 && answer.includes('<Error>')) throw new AppError('unavailable', { retryAfter: 2 });
      return response.status === 200;
    },
    async abort(bucket, key, uploadId) {
      const response = await send(uploadUrl(bucket, key, { uploadId }), { method: 'DELETE' }, [204, 404]);
      await response.body?.cancel();
    },
    async list(bucket, prefix) {
      const found: UnfinishedUpload[] = [];
      let marker: { key: string; uploadId: string } | null = null;
      do {
        const url = new URL(`${bucketUrl(bucket)}/?uploads=`);
        url.searchParams.set('prefix', prefix);
        if (marker) url.searchParams.set('key-marker', marker.key);
        if (marker) url.searchParams.set('upload-id-marker', marker.uploadId);
        const page = await (await send(url, {}, [200])).text();
        found.push(...listedUploads(page));
        marker = nextUploads(page);
      } while (marker);
      return found;
    },
  };
}
