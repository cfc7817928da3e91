import { AppError } from '#core/domain/errors.ts';
import type { BucketName, S3Client } from './s3-client.ts';
import { elementText, listedUploads, nextUploads, parseUploadId } from './s3-xml.ts';

/** A stored part of an upload, as S3 names it. */
export interface UploadedPart {
  /** 1 to 10,000. */
  number: number;
  etag: string;
}

/** An upload that was neither completed nor aborted. */
export interface UnfinishedUpload {
  key: string;
  uploadId: string;
  /** Epoch milliseconds. */
  initiatedAt: number;
}

/**
 * Multipart uploads (https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html). Every part except the
 * last has at least 5 MiB; the object does not exist before `complete`.
 */
export interface Multipart {
  /** Returns the upload's id. */
  create(bucket: BucketName, key: string, contentType: string): Promise<string>;
  uploadPart(
    bucket: BucketName,
    key: string,
    uploadId: string,
    number: number,
    body: Uint8Array<ArrayBuffer>,
  ): Promise<UploadedPart>;
  /** False if the upload does not exist: it was completed or aborted before. */
  complete(bucket: BucketName, key: string, uploadId: string, parts: readonly UploadedPart[]): Promise<boolean>;
  /** An upload that is already gone counts as aborted. */
  abort(bucket: BucketName, key: string, uploadId: string): Promise<void>;
  /** Returns the uploads with this key prefix. */
  list(bucket: BucketName, prefix: string): Promise<UnfinishedUpload[]>;
}

/** S3 may take minutes to join many parts, and sends only whitespace meanwhile. */
const COMPLETE_TIMEOUT_MS = 5 * 60 * 1000;

/** @throws AppError `unavailable` from every call while S3 is unreachable */
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
      // S3 reports a late failure in a body that began with status 200.
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
