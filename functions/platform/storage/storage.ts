import type { Multipart } from './multipart.ts';
import type { BucketName, ListedObject, S3Options } from './s3-client.ts';

export interface StorageOptions extends S3Options {
  buckets: Readonly<Record<BucketName, string>>;
}

export interface StoredObject {
  size: number;
  contentType: string;
  etag: string;
}

export interface ObjectBytes {
  bytes: Uint8Array<ArrayBuffer>;
  /** Size of the whole object. */
  size: number;
}

export interface PutOptions {
  contentType: string;
  cacheControl?: string;
  /** Write only if no object is stored there. */
  ifAbsent?: boolean;
}

/** The only method that a signed URL accepts; `GET` unless said. One for `HEAD` sends no bytes. */
export type ReadMethod = 'GET' | 'HEAD';

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
  /** Returns a URL that serves the object as a download named `filename`, to requests of one method. */
  presignGet(bucket: BucketName, key: string, filename: string, expiresS: number, method?: ReadMethod): Promise<string>;
  /** Returns a URL that serves the object, or ranges of it, to be shown as this type, to requests of one method. */
  presignView(
    bucket: BucketName,
    key: string,
    contentType: string,
    expiresS: number,
    method?: ReadMethod,
  ): Promise<string>;
  /**
   * Returns null if the object does not exist. S3 reports this only to callers that may list the bucket
   * (`s3:ListBucket`), and otherwise responds 403, which stays an error, so that a wrong policy does not look like lost
   * photos.
   */
  head(bucket: BucketName, key: string): Promise<StoredObject | null>;
  /** Reads the object, or bytes `from`–`to` (inclusive) of it; null if it does not exist. */
  get(bucket: BucketName, key: string, range?: { from: number; to: number }): Promise<ObjectBytes | null>;
  /** Returns false if `ifAbsent` found an object. */
  put(bucket: BucketName, key: string, body: Uint8Array<ArrayBuffer>, options: PutOptions): Promise<boolean>;
  /** Copies an object onto itself, so that the bucket sends its notification again; false if it does not exist. */
  rewrite(bucket: BucketName, key: string, contentType: string): Promise<boolean>;
  /** Copies an object to another key within S3; false if it does not exist. At most 5 GB. */
  copy(bucket: BucketName, from: string, to: string, contentType: string, cacheControl?: string): Promise<boolean>;
  remove(bucket: BucketName, key: string): Promise<void>;
  /** Deletes all objects with this key prefix, except the key `keep`; returns their number. */
  removePrefix(bucket: BucketName, prefix: string, keep?: string): Promise<number>;
  /** Returns up to 1,000 objects with keys after `after`. */
  list(bucket: BucketName, after: string): Promise<{ objects: ListedObject[]; isLast: boolean }>;
  readonly multipart: Multipart;
}

export interface PresignedPut {
  url: string;
  method: 'PUT';
  headers: Record<string, string>;
}
