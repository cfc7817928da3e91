import { createHash } from 'node:crypto';
import { AppError } from '#core/domain/errors.ts';
import { attachment } from '../http/content-disposition.ts';
import { type Multipart, s3Multipart } from './multipart.ts';
import { type PresignedMultipart, s3PresignedMultipart } from './presigned-multipart.ts';
import { type BucketName, s3Client, type StorageOptions } from './s3-client.ts';
import { elementText, listedKeys, type ListedObject, listedObjects, nextPage } from './s3-xml.ts';

export interface StoredObject {
  size: number;
  contentType: string;
  etag: string;
}

export interface PutOptions {
  contentType: string;
  cacheControl?: string;
  /** Write only if no object is stored there. */
  ifAbsent?: boolean;
}

export interface Storage {
  /**
   * Returns a URL that accepts exactly this body's size and type, once, and with `sha256` (hexadecimal) exactly this
   * content. If signed with temporary credentials, it also expires with them: S3 then responds 403, and the caller
   * requests a new URL.
   */
  presignPut(
    bucket: BucketName,
    key: string,
    file: { size: number; contentType: string; sha256?: string | undefined },
    expiresS: number,
  ): Promise<PresignedPut>;
  /** Returns a URL that serves the object as a download named `filename`. */
  presignGet(bucket: BucketName, key: string, filename: string, expiresS: number): Promise<string>;
  /**
   * Returns null if the object does not exist. S3 reports this only to callers that may list the bucket
   * (`s3:ListBucket`), and otherwise responds 403, which stays an error, so that a wrong policy does not look like lost
   * photos.
   */
  head(bucket: BucketName, key: string): Promise<StoredObject | null>;
  /** Returns the body, or bytes `from`–`to` (inclusive) of it; null if the object does not exist. */
  get(bucket: BucketName, key: string, range?: { from: number; to: number }): Promise<Response | null>;
  /** Returns false if `ifAbsent` found an object. */
  put(bucket: BucketName, key: string, body: Uint8Array<ArrayBuffer>, options: PutOptions): Promise<boolean>;
  /** Copies an object onto itself, so that the bucket sends its notification again; false if it does not exist. */
  rewrite(bucket: BucketName, key: string, contentType: string): Promise<boolean>;
  /** Copies an object to another key within S3; false if it does not exist. At most 5 GB. */
  copy(bucket: BucketName, from: string, to: string, contentType: string): Promise<boolean>;
  remove(bucket: BucketName, key: string): Promise<void>;
  /** Deletes all objects with this key prefix, except the key `keep`; returns their number. */
  removePrefix(bucket: BucketName, prefix: string, keep?: string): Promise<number>;
  /** Returns up to 1,000 objects with keys after `after`. */
  list(bucket: BucketName, after: string): Promise<{ objects: ListedObject[]; isLast: boolean }>;
  /** Multipart uploads by functions. */
  readonly multipart: Multipart;
  /** Multipart uploads by browsers. */
  readonly browserParts: PresignedMultipart;
}

export interface PresignedPut {
  url: string;
  method: 'PUT';
  headers: Record<string, string>;
}

/** @throws AppError `unavailable` from every call while S3 is unreachable */
export function s3Storage(options: StorageOptions): Storage {
  const s3 = s3Client(options);
  const { aws: client, bucketUrl, objectUrl, send } = s3;

  async function removeKeys(bucket: BucketName, keys: readonly string[]): Promise<void> {
    const objects = keys.map((key) => `<Object><Key>${elementText(key)}</Key></Object>`).join('');
    const body = `<Delete><Quiet>true</Quiet>${objects}</Delete>`;
    // S3 requires a checksum for the body of a batch delete.
    const md5 = createHash('md5').update(body).digest('base64');
    const headers = { 'content-md5': md5, 'content-type': 'application/xml' };
    const response = await send(new URL(`${bucketUrl(bucket)}/?delete=`), { method: 'POST', headers, body }, [200]);
    if ((await response.text()).includes('<Error>')) throw new AppError('unavailable', { retryAfter: 2 });
  }

  async function copy(bucket: BucketName, from: string, to: string, contentType: string): Promise<boolean> {
    const headers = {
      'content-type': contentType,
      'x-amz-copy-source': `/${options.buckets[bucket]}/${from}`,
      'x-amz-metadata-directive': 'REPLACE',
    };
    const response = await send(objectUrl(bucket, to), { method: 'PUT', headers }, [200, 404]);
    // S3 reports a late copy failure in a body that began with status 200.
    if ((await response.text()).includes('<Error>') && response.status === 200) throw new AppError('unavailable');
    return response.status === 200;
  }

  return {
    async presignPut(bucket, key, file, expiresS) {
      const url = objectUrl(bucket, key);
      url.searchParams.set('X-Amz-Expires', String(expiresS));
      const headers = {
        'content-type': file.contentType,
        'if-none-match': '*',
        ...(file.sha256 && { 'x-amz-checksum-sha256': Buffer.from(file.sha256, 'hex').toString('base64') }),
      };
      const signed = await client.sign(url.href, {
        method: 'PUT',
        // Omit the length: browsers set it themselves and forbid scripts to set it.
        headers: { ...headers, 'content-length': String(file.size) },
        aws: { signQuery: true, allHeaders: true },
      });
      return { url: signed.url, method: 'PUT', headers };
    },
    async presignGet(bucket, key, filename, expiresS) {
      const url = objectUrl(bucket, key);
      url.searchParams.set('X-Amz-Expires', String(expiresS));
      url.searchParams.set('response-content-disposition', attachment(filename));
      url.searchParams.set('response-cache-control', 'private, no-store');
      return (await client.sign(url.href, { aws: { signQuery: true } })).url;
    },
    async head(bucket, key) {
      const response = await send(objectUrl(bucket, key), { method: 'HEAD' }, [200, 404]);
      if (response.status === 404) return null;
      return {
        size: Number(response.headers.get('content-length')),
        contentType: response.headers.get('content-type') ?? '',
        etag: response.headers.get('etag')?.replaceAll('"', '') ?? '',
      };
    },
    async get(bucket, key, range) {
      const headers = range ? { range: `bytes=${range.from}-${range.to}` } : {};
      const response = await send(objectUrl(bucket, key), { headers }, [200, 206, 404]);
      if (response.status !== 404) return response;
      await response.body?.cancel();
      return null;
    },
    async put(bucket, key, body, { contentType, cacheControl, ifAbsent }) {
      const headers = {
        'content-type': contentType,
        ...(cacheControl ? { 'cache-control': cacheControl } : {}),
        ...(ifAbsent ? { 'if-none-match': '*' } : {}),
      };
      const response = await send(objectUrl(bucket, key), { method: 'PUT', headers, body }, [200, 409, 412]);
      await response.body?.cancel();
      // Another conditional write to this key is in progress, so S3 cannot decide yet which was first.
      if (response.status === 409) throw new AppError('unavailable', { retryAfter: 1 });
      return response.status === 200;
    },
    rewrite: (bucket, key, contentType) => copy(bucket, key, key, contentType),
    copy,
    async remove(bucket, key) {
      const response = await send(objectUrl(bucket, key), { method: 'DELETE' }, [204, 404]);
      await response.body?.cancel();
    },
    async removePrefix(bucket, prefix, keep) {
      // An empty or partial prefix would match other objects.
      if (!/^[\w-]+(?:\/[\w-]+)*\/$/.test(prefix))
        throw new Error('A prefix names whole folders and ends with a slash');
      let removed = 0;
      let token: string | null = null;
      do {
        const url = new URL(`${bucketUrl(bucket)}/?list-type=2`);
        url.searchParams.set('prefix', prefix);
        if (token) url.searchParams.set('continuation-token', token);
        const page: string = await (await send(url, {}, [200])).text();
        const keys = listedKeys(page).filter((key) => key !== keep);
        if (keys.length > 0) await removeKeys(bucket, keys);
        removed += keys.length;
        token = nextPage(page);
      } while (token);
      return removed;
    },
    async list(bucket, after) {
      const url = new URL(`${bucketUrl(bucket)}/?list-type=2`);
      if (after) url.searchParams.set('start-after', after);
      const page = await (await send(url, {}, [200])).text();
      return { objects: listedObjects(page), isLast: nextPage(page) === null };
    },
    multipart: s3Multipart(s3),
    browserParts: s3PresignedMultipart(s3),
  };
}
