import {
  CopyObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  paginateListObjectsV2,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { createReadStream } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_PHOTO_BYTES } from '#core/domain/photos/uploads.ts';
import {
  type ListedObject,
  s3Client,
  type S3Options,
  statusOf,
  toListedObject,
} from '#functions/platform/storage/s3-client.ts';
import { CommandError } from '../lib/command.ts';

/** A bucket of possibly large objects: bodies are streams, and listings include sizes. */
export interface Bucket {
  /** Lists all objects, or those with a prefix, in the order of their keys. */
  list(prefix?: string): AsyncGenerator<ListedObject>;
  /** Lists former and current versions of objects with a prefix, those of a key from new to old. */
  listVersions(prefix: string): AsyncGenerator<ListedVersion>;
  /** Makes a former version the current object again, with its headers. The version stays. */
  copyVersion(key: string, version: string): Promise<void>;
  /** Null if the object does not exist (any more). */
  get(key: string): Promise<GetObjectCommandOutput | null>;
  /**
   * Uploads a file as an object and overwrites an existing one.
   * @param file.sha256 hex; S3 refuses a body with another hash, so that no damaged file is stored
   */
  put(key: string, path: string, file: ObjectHeaders & { size: number; sha256: string }): Promise<void>;
}

export interface ListedVersion {
  key: string;
  version: string;
  size: number;
  modifiedAt: number;
}

export interface ObjectHeaders {
  contentType: string;
  cacheControl: string | null;
}

type BucketOptions = S3Options & { bucket: string };

/** Time for the largest original on a line of 1.4 Mbit/s, nearly an hour: slower ones are no lines for a backup. */
export const TIMEOUT_MS = Math.ceil((MAX_PHOTO_BYTES * 8) / 1_400_000) * 1000;
/** In a run of hours the network fails for seconds: the SDK's eight attempts take up to 13 s. */
const SDK_ATTEMPTS = 8;
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 200;

/** @throws CommandError for an unexpected status */
export function openBucket({ bucket: Bucket, ...options }: BucketOptions): Bucket {
  const client = s3Client(options, SDK_ATTEMPTS);
  const limit = () => ({ abortSignal: AbortSignal.timeout(TIMEOUT_MS) });
  const refuse = (error: unknown): never => {
    const status = statusOf(error);
    throw status === null ? error : new CommandError(`S3 refused a request to bucket ${Bucket}: ${status}`);
  };
  return {
    async *list(Prefix) {
      try {
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix }))
          yield* Contents.map(toListedObject);
      } catch (error) {
        refuse(error);
      }
    },
    async *listVersions(Prefix) {
      let next: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {};
      while (next) {
        const page: ListObjectVersionsCommandOutput = await client
          .send(new ListObjectVersionsCommand({ Bucket, Prefix, ...next }))
          .catch(refuse);
        for (const { Key, VersionId, Size, LastModified } of page.Versions ?? [])
          yield { key: Key!, version: VersionId!, size: Size!, modifiedAt: LastModified!.getTime() };
        next = page.IsTruncated
          ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
          : undefined;
      }
    },
    async copyVersion(Key, version) {
      const CopySource = `${Bucket}/${Key.split('/').map(encodeURIComponent).join('/')}?versionId=${version}`;
      await client.send(new CopyObjectCommand({ Bucket, Key, CopySource }), limit()).catch(refuse);
    },
    get: (Key) =>
      client
        .send(new GetObjectCommand({ Bucket, Key }), limit())
        .catch((error: unknown) => (statusOf(error) === 404 ? null : refuse(error))),
    async put(Key, path, { size, sha256, contentType, cacheControl }) {
      const object = {
        Bucket,
        Key,
        ContentType: contentType,
        CacheControl: cacheControl ?? undefined,
        ContentLength: size,
        ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
      };
      // The SDK does not repeat a request whose body is a stream: every attempt reads the file again.
      const write = () => client.send(new PutObjectCommand({ ...object, Body: createReadStream(path) }), limit());
      await insist(write, isTemporary).catch(refuse);
    },
  };
}

function isTemporary(error: unknown): boolean {
  const status = statusOf(error);
  return status === null || status === 429 || status >= 500;
}

/** Repeats `work` after an error that passes. */
export async function insist<T>(
  work: () => Promise<T>,
  isPassing: (error: unknown) => boolean = () => true,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isPassing(error)) throw error;
      await pause(FIRST_PAUSE_MS * 4 ** (attempt - 1));
    }
  }
}
