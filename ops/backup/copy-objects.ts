import type { GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { mapConcurrently } from '#functions/platform/concurrency.ts';
import { type BucketName, type ListedObject, unquoted } from '#functions/platform/storage/s3-client.ts';
import { type Bucket, insist } from './bucket.ts';
import type { Catalog, CopiedObject } from './catalog.ts';
import { findObjectFile, isOurKey, makeFolder, objectFile } from './folder.ts';
import { isKept } from './needs.ts';

export type Buckets = Readonly<Record<BucketName, Bucket>>;

export interface CopyCounts {
  /** Number of listed objects with a valid key. */
  listed: number;
  copied: number;
  copiedBytes: number;
  /** Number of objects with a foreign key. */
  foreign: number;
}

interface Copying {
  folder: string;
  run: string;
  catalog: Catalog;
  counts: CopyCounts;
}

/** Same as the browser's upload: fills a connection without loading the bucket. */
const CONCURRENCY = 4;

/**
 * One pass over both buckets: copies new and changed objects, and marks the others as seen. An interrupted pass loses
 * nothing: a file gets its name only when complete, and is then not read again.
 */
export async function copyObjects(buckets: Buckets, folder: string, run: string, catalog: Catalog) {
  const counts: CopyCounts = { listed: 0, copied: 0, copiedBytes: 0, foreign: 0 };
  const copying = { folder, run, catalog, counts };
  for (const name of ['originals', 'renditions'] as const) {
    await mapConcurrently(CONCURRENCY, keptObjects(buckets[name], name, counts), (listed) =>
      copyOne(copying, buckets[name], name, listed),
    );
  }
  return counts;
}

async function* keptObjects(bucket: Bucket, name: BucketName, counts: CopyCounts): AsyncGenerator<ListedObject> {
  for await (const listed of bucket.list()) {
    if (!isOurKey(listed.key)) counts.foreign += 1;
    else if (isKept(name, listed.key)) {
      counts.listed += 1;
      yield listed;
    }
  }
}

async function copyOne(
  { folder, run, catalog, counts }: Copying,
  from: Bucket,
  bucket: BucketName,
  listed: ListedObject,
) {
  const known = catalog.findObject(bucket, listed.key);
  const isSame = known?.etag === listed.etag && known.size === listed.size;
  if (isSame && (await findObjectFile(folder, bucket, listed))) return catalog.markSeen(bucket, listed.key, run);
  const file = objectFile(folder, bucket, listed.key);
  const copied = await insist(() => download(from, bucket, listed.key, file));
  // Deleted since it was listed: treated as deleted before.
  if (!copied) return;
  catalog.putObject(copied, run);
  counts.copied += 1;
  counts.copiedBytes += copied.size;
}

async function download(from: Bucket, bucket: BucketName, key: string, file: string): Promise<CopiedObject | null> {
  const object = await from.get(key);
  if (!object) return null;
  await makeFolder(dirname(file));
  const [digest, md5] = [createHash('sha256'), createHash('md5')];
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      digest.update(chunk);
      md5.update(chunk);
      done(null, chunk);
    },
  });
  const unfinished = `${file}~part`;
  const body = object.Body as Readable;
  await pipeline(body, measure, createWriteStream(unfinished, { mode: 0o600, flush: true }));
  const etag = unquoted(object.ETag);
  if (size !== object.ContentLength) throw new Error('an object came in another length');
  if (isMd5(etag, object) && md5.digest('hex') !== etag) throw new Error('an object came damaged');
  await rename(unfinished, file);
  const contentType = object.ContentType ?? 'application/octet-stream';
  const cacheControl = object.CacheControl ?? null;
  return { bucket, key, size, etag, sha256: digest.digest('hex'), contentType, cacheControl };
}

/** An ETag is the body's MD5, except for multipart uploads (`…-2`) and objects encrypted with a KMS key. */
function isMd5(etag: string, { ServerSideEncryption: encryption }: GetObjectCommandOutput): boolean {
  return /^[0-9a-f]{32}$/.test(etag) && (encryption === undefined || encryption === 'AES256');
}
