import { mapConcurrently } from '#functions/platform/concurrency.ts';
import type { BucketName } from '#functions/platform/storage/s3-client.ts';
import { type Catalog, openCatalog } from '../backup/catalog.ts';
import type { Buckets } from '../backup/copy-objects.ts';
import { findObjectFile } from '../backup/folder.ts';
import { readIndex } from '../backup/object-index.ts';
import { CommandError } from '../lib/command.ts';

const CONCURRENCY = 4;
const THERE = 'there';

export interface PutCounts {
  put: number;
  putBytes: number;
  /** Objects that an earlier attempt has stored. */
  there: number;
}

/**
 * Uploads a backup's objects into the buckets. Resumes an interrupted attempt.
 * @param catalog the backup's objects
 * @throws Error if a bucket holds any other object, which may be in use
 */
export async function putObjects(folder: string, run: string, catalog: Catalog, buckets: Buckets): Promise<PutCounts> {
  const counts: PutCounts = { put: 0, putBytes: 0, there: 0 };
  const present = openCatalog('');
  try {
    for (const name of ['originals', 'renditions'] as const) await notePresent(catalog, present, buckets, name);
    await mapConcurrently(CONCURRENCY, readIndex(run), async (object) => {
      const { bucket, key, size } = object;
      if (present.findObject(bucket, key)) {
        counts.there += 1;
        return;
      }
      const file = await findObjectFile(folder, bucket, object);
      if (!file) throw new CommandError(`object ${bucket}/${key} is gone from the backup`);
      await buckets[bucket].put(key, file, object);
      counts.put += 1;
      counts.putBytes += size;
    });
    return counts;
  } finally {
    present.close();
  }
}

/** Keys are used once: an object with a key and size of the backup is that object. */
async function notePresent(catalog: Catalog, present: Catalog, buckets: Buckets, bucket: BucketName): Promise<void> {
  for await (const listed of buckets[bucket].list()) {
    const known = catalog.findObject(bucket, listed.key);
    if (!known)
      throw new CommandError(`the bucket of ${bucket} holds objects that are not of this backup, and is left as it is`);
    if (known.size !== listed.size) continue;
    present.putObject({ ...known, bucket, key: listed.key, contentType: '', cacheControl: null }, THERE);
  }
}
