import { AppError } from '#core/domain/errors.ts';
import type { BucketName, S3Client } from './s3-client.ts';
import { elementText, listedParts, nextPart, parseUploadId } from './s3-xml.ts';

/** An uploaded part, as S3 lists it. */
export interface StoredPart {
  number: number;
  /** Bytes. */
  size: number;
  etag: string;
  /** Base64; only for uploads with checksums. */
  sha256: string | null;
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

/** Multipart uploads by browsers, with presigned URLs. Functions upload with `multipart.ts`. */
export interface PresignedMultipart {
  /** Returns the upload's id. @param checked if true, each part is sent with its SHA-256, which S3 verifies */
  begin(bucket: BucketName, key: string, contentType: string, checked: boolean): Promise<string>;
  /**
   * Returns a URL that accepts exactly this part's size and, with `sha256`, content. A repeated upload is stored once.
   */
  presign(
    bucket: BucketName,
    key: string,
    uploadId: string,
    part: PartToPresign,
    expiresS: number,
  ): Promise<PresignedPart>;
  /** Returns the parts in order; null if the upload does not exist: it was completed or aborted. */
  arrived(bucket: BucketName, key: string, uploadId: string): Promise<StoredPart[] | null>;
  /**
   * Completes the object, unless one is already stored there. `gone`: another call has completed or aborted it.
   * `invalid`: a part was replaced meanwhile.
   */
  finish(
    bucket: BucketName,
    key: string,
    uploadId: string,
    parts: readonly StoredPart[],
  ): Promise<'stored' | 'exists' | 'gone' | 'invalid'>;
}

export function s3PresignedMultipart({ aws, objectUrl, send }: S3Client): PresignedMultipart {
  const uploadUrl = (bucket: BucketName, key: string, query: Readonly<Record<string, string>>) => {
    const url = objectUrl(bucket, key);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  };
  return {
    async begin(bucket, key, contentType, checked) {
      const headers = {
        'content-type': contentType,
        ...(checked && { 'x-amz-checksum-algorithm': 'SHA256', 'x-amz-checksum-type': 'COMPOSITE' }),
      };
      const response = await send(uploadUrl(bucket, key, { uploads: '' }), { method: 'POST', headers }, [200]);
      return parseUploadId(await response.text());
    },
    async presign(bucket, key, uploadId, { number, size, sha256 }, expiresS) {
      const query = { partNumber: String(number), uploadId, 'X-Amz-Expires': String(expiresS) };
      const headers: Record<string, string> = sha256
        ? { 'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64') }
        : {};
      const signed = await aws.sign(uploadUrl(bucket, key, query).href, {
        method: 'PUT',
        // Omit the length: browsers set it themselves and forbid scripts to set it.
        headers: { ...headers, 'content-length': String(size) },
        aws: { signQuery: true, allHeaders: true },
      });
      return { url: signed.url, headers };
    },
    async arrived(bucket, key, uploadId) {
      const parts: StoredPart[] = [];
      let marker: string | null = null;
      do {
        const after: Record<string, string> = marker ? { 'part-number-marker': marker } : {};
        const response = await send(uploadUrl(bucket, key, { uploadId, ...after }), {}, [200, 404]);
        const page = await response.text();
        if (response.status === 404) return null;
        parts.push(...listedParts(page));
        marker = nextPart(page);
      } while (marker);
      return parts;
    },
    async finish(bucket, key, uploadId, parts) {
      const elements = parts.map(({ number, etag, sha256 }) => {
        const checksum = sha256 ? `<ChecksumSHA256>${elementText(sha256)}</ChecksumSHA256>` : '';
        return `<Part><PartNumber>${number}</PartNumber><ETag>"${elementText(etag)}"</ETag>${checksum}</Part>`;
      });
      const body = `<CompleteMultipartUpload>${elements.join('')}</CompleteMultipartUpload>`;
      const headers = { 'content-type': 'application/xml', 'if-none-match': '*' };
      const init = { method: 'POST', headers, body };
      const response = await send(uploadUrl(bucket, key, { uploadId }), init, [200, 400, 404, 409, 412]);
      const answer = await response.text();
      if (response.status === 412) return 'exists';
      if (response.status === 404) return 'gone';
      if (response.status === 400) return 'invalid';
      // 409: another conditional write is in progress. S3 reports a late failure in a body that began with 200.
      if (response.status === 409 || answer.includes('<Error>')) throw new AppError('unavailable', { retryAfter: 2 });
      return 'stored';
    },
  };
}
