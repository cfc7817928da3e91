import { mapConcurrently } from '../platform/concurrency.ts';
import { describeError, log } from '../platform/observability/telemetry.ts';
import type { BucketName } from '../platform/storage/s3-client.ts';
import type { ListedObject } from '../platform/storage/s3-xml.ts';
import { type CleanupDeps, ORPHAN_MS } from './stale-uploads.ts';

/** Interrupted uploads leave a few between two runs, however large the bucket is. */
const MAX_UNCONFIRMED = 100;

/**
 * Whether so many objects may be taken for left behind. A database that was set back, or is the wrong one, names none of
 * what came since: then it is the rows that are missing. A gallery's objects go before its row (erase.ts), so objects
 * without a gallery tell of the same. In doubt everything stays and a person is asked, who may allow it (the guide's
 * "alarm: orphans-held").
 */
async function canDeleteOrphans(jobs: CleanupDeps, bucket: BucketName, orphans: readonly string[]): Promise<boolean> {
  const strange = await findWithoutGallery(jobs, orphans);
  if (strange === 0 && orphans.length <= MAX_UNCONFIRMED) return true;
  if (orphans.length <= (await readApproval(jobs, bucket))) return true;
  log('error', 'orphans_held', { bucket, count: orphans.length, withoutGallery: strange });
  return false;
}

/** How many of them lie under the name of a gallery that has no row. */
async function findWithoutGallery({ db }: CleanupDeps, orphans: readonly string[]): Promise<number> {
  const galleryIds = orphans.map((key) => key.slice(0, key.indexOf('/')));
  const known = await db.query<{ id: string }>('select id from galleries where id = any($1)', [
    [...new Set(galleryIds)],
  ]);
  const ids = new Set(known.map(({ id }) => id));
  return galleryIds.filter((id) => !ids.has(id)).length;
}

/** A person's word holds for a day: what it was given for is gone then, or was something else. */
async function readApproval({ db }: CleanupDeps, bucket: BucketName): Promise<number> {
  const [row] = await db.query<{ count: string }>(
    `select position as count from job_cursors where name = $1 and updated_at > now() - interval '1 day'`,
    [`removable from ${bucket}`],
  );
  return Number(row?.count) || 0;
}

/** One run looks at this many pages of 1,000 objects; a bucket of more is walked through in several. */
const MAX_PAGES = 300;
/** And for so many milliseconds: two buckets have to fit into the function's time. */
const MAX_RUN_MS = 100_000;
/** It removes so many at the most, with a person's leave; the next run goes on. */
const BATCH_SIZE = 5000;
const CONCURRENCY = 8;

/** What two segments and a name make of a key: `{galleryId}/{photoId}/…`, `{galleryId}/{fileId}/…`. */
export interface ObjectOwner {
  key: string;
  /** The second segment. */
  owner: string;
}

interface CleanupScope {
  /** Null for what is not this walk's: other prefixes belong to others. */
  parseOwner: (key: string) => string | null;
  /** Those of them that no row names. */
  orphans: (keys: readonly ObjectOwner[]) => Promise<string[]>;
}

export interface CleanedBucket {
  /** Objects that no row names, removed. */
  removed: number;
  /** Such objects, left there because it seems that it is the rows that are missing. */
  skipped: number;
}

/**
 * Walks through a bucket, from where the last run stopped, and removes what no row names and is older than any upload
 * can be: all that it found, or nothing (sweep-brake.ts).
 */
export async function cleanUpBucket(jobs: CleanupDeps, bucket: BucketName, walk: CleanupScope): Promise<CleanedBucket> {
  const { orphans, position } = await findOrphans(jobs, bucket, walk);
  // The next run begins where this one did, and says so again.
  if (!(await canDeleteOrphans(jobs, bucket, orphans))) return { removed: 0, skipped: orphans.length };
  const due = orphans.slice(0, BATCH_SIZE);
  let removed = 0;
  await mapConcurrently(CONCURRENCY, due, async (key) => {
    await jobs.storage.remove(bucket, key).then(
      () => (removed += 1),
      // It comes round again.
      (error: unknown) => log('error', 'sweep_failed', { bucket, ...describeError(error) }),
    );
  });
  if (due.length === orphans.length) await writePosition(jobs, bucket, position);
  if (removed > 0) log('warn', 'orphans_removed', { bucket, count: removed });
  return { removed, skipped: 0 };
}

/** With the key after which the walk goes on; empty at the bucket's end. */
async function findOrphans(jobs: CleanupDeps, bucket: BucketName, walk: CleanupScope) {
  const { clock, storage } = jobs;
  const begun = clock();
  const orphans: string[] = [];
  let position = await readPosition(jobs, bucket);
  for (let page = 0; page < MAX_PAGES && clock() - begun < MAX_RUN_MS; page += 1) {
    const { objects, isLast } = await storage.list(bucket, position);
    orphans.push(...(await walk.orphans(candidates(objects, walk, begun - ORPHAN_MS))));
    position = isLast ? '' : (objects.at(-1)?.key ?? '');
    if (isLast) break;
  }
  return { orphans, position };
}

function candidates(objects: readonly ListedObject[], { parseOwner }: CleanupScope, until: number): ObjectOwner[] {
  return objects
    .filter(({ modifiedAt }) => modifiedAt <= until)
    .flatMap(({ key }) => {
      const owner = parseOwner(key);
      return owner ? { key, owner } : [];
    });
}

const cursorKey = (bucket: BucketName) => `objects of ${bucket}`;

async function readPosition({ db }: CleanupDeps, bucket: BucketName): Promise<string> {
  const [row] = await db.query<{ position: string }>('select position from job_cursors where name = $1', [
    cursorKey(bucket),
  ]);
  return row?.position ?? '';
}

async function writePosition({ db }: CleanupDeps, bucket: BucketName, position: string): Promise<void> {
  await db.query(
    `insert into job_cursors as c (name, position) values ($1, $2)
     on conflict (name) do update set position = excluded.position where c.position <> excluded.position`,
    [cursorKey(bucket), position],
  );
}
