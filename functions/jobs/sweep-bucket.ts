import { concurrently } from '../lib/concurrently.ts';
import { describeError, log } from '../lib/log.ts';
import type { ListedObject } from '../lib/s3-xml.ts';
import type { BucketName } from '../lib/storage.ts';
import { ORPHAN_MS } from './sweep-rows.ts';
import type { SweepServices } from './uploads-sweep.ts';

/** One run looks at this many pages of 1,000 objects; a bucket of more is walked through in several. */
const PAGES = 300;
/** And for so many milliseconds: two buckets have to fit into the function's time. */
const TIME_MS = 100_000;
const CONCURRENCY = 8;

/** What two segments and a name make of a key: `{galleryId}/{photoId}/…`, `{galleryId}/{fileId}/…`. */
export interface OwnedKey {
  key: string;
  /** The second segment. */
  owner: string;
}

interface Walk {
  /** Null for what is not this walk's: other prefixes belong to others. */
  ownerOf: (key: string) => string | null;
  /** Those of them that no row names. */
  orphans: (keys: readonly OwnedKey[]) => Promise<string[]>;
}

/**
 * Walks through a bucket, from where the last run stopped, and removes what no row names and is older than any upload
 * can be.
 * @returns how many objects were removed
 */
export async function sweepBucket(jobs: SweepServices, bucket: BucketName, walk: Walk): Promise<number> {
  const { clock, storage } = jobs;
  const begun = clock();
  let position = await readPosition(jobs, bucket);
  let removed = 0;
  for (let page = 0; page < PAGES && clock() - begun < TIME_MS; page += 1) {
    const { objects, isLast } = await storage.list(bucket, position);
    const orphans = await walk.orphans(candidates(objects, walk, begun - ORPHAN_MS));
    await concurrently(CONCURRENCY, orphans, async (key) => {
      await storage.remove(bucket, key).then(
        () => (removed += 1),
        // It comes round again.
        (error: unknown) => log('error', 'sweep_failed', { bucket, ...describeError(error) }),
      );
    });
    position = isLast ? '' : (objects.at(-1)?.key ?? '');
    await writePosition(jobs, bucket, position);
    if (isLast) break;
  }
  if (removed > 0) log('warn', 'orphans_removed', { bucket, count: removed });
  return removed;
}

function candidates(objects: readonly ListedObject[], { ownerOf }: Walk, until: number): OwnedKey[] {
  return objects
    .filter(({ modifiedAt }) => modifiedAt <= until)
    .flatMap(({ key }) => {
      const owner = ownerOf(key);
      return owner ? { key, owner } : [];
    });
}

const cursorOf = (bucket: BucketName) => `objects of ${bucket}`;

async function readPosition({ db }: SweepServices, bucket: BucketName): Promise<string> {
  const [row] = await db.query<{ position: string }>('select position from sweep_cursors where name = $1', [
    cursorOf(bucket),
  ]);
  return row?.position ?? '';
}

async function writePosition({ db }: SweepServices, bucket: BucketName, position: string): Promise<void> {
  await db.query(
    `insert into sweep_cursors as c (name, position) values ($1, $2)
     on conflict (name) do update set position = excluded.position where c.position <> excluded.position`,
    [cursorOf(bucket), position],
  );
}
