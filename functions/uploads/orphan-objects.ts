import { mapConcurrently } from '../platform/concurrency.ts';
import { describeError, log } from '../platform/observability/telemetry.ts';
import type { BucketName } from '../platform/storage/s3-client.ts';
import { findStored, inventoryPages, isInventoryPosition, type SweptObject, type SweptPage } from './inventory.ts';
import { type CleanupDeps, ORPHAN_MS } from './stale-uploads.ts';

/** Orphans to delete without approval; interrupted uploads leave only a few between two runs. */
const MAX_UNCONFIRMED = 100;

/**
 * Guards deletion: after a restore, or on a wrong database, rows are missing. Galleries delete their objects before
 * their row (erase.ts), and so do studios, so an orphan without its gallery or studio indicates the same. In both cases, or with more than
 * `MAX_UNCONFIRMED` orphans, everything is kept until an operator approves it (the guide's "alarm: orphans-held").
 */
async function canDeleteOrphans(jobs: CleanupDeps, bucket: BucketName, orphans: readonly string[]): Promise<boolean> {
  const withoutParent = await findWithoutParent(jobs, orphans);
  if (withoutParent === 0 && orphans.length <= MAX_UNCONFIRMED) return true;
  if (orphans.length <= (await readApproval(jobs, bucket))) return true;
  log('error', 'orphans_held', { bucket, count: orphans.length, withoutParent });
  return false;
}

/** Returns the gallery of an object, or the studio of a website's picture or a signed contract. */
function parentOf(key: string): string {
  const [first, second] = key.split('/');
  return first === 'site' || first === 'contracts' ? second! : first!;
}

/** Returns the number of objects whose gallery or studio has no row. */
async function findWithoutParent({ db }: CleanupDeps, orphans: readonly string[]): Promise<number> {
  const parents = orphans.map(parentOf);
  const known = await db.query<{ id: string }>(
    'select id from galleries where id = any($1) union all select id from accounts where id = any($1)',
    [[...new Set(parents)]],
  );
  const ids = new Set(known.map(({ id }) => id));
  return parents.filter((id) => !ids.has(id)).length;
}

/**
 * Returns the approved number of deletions. An approval is valid for a day, so that it covers only the orphans it was
 * given for.
 */
async function readApproval({ db }: CleanupDeps, bucket: BucketName): Promise<number> {
  const [row] = await db.query<{ count: string }>(
    `select position as count from job_cursors where name = $1 and updated_at > now() - interval '1 day'`,
    [`removable from ${bucket}`],
  );
  return Number(row?.count) || 0;
}

/** Time limit of a run in milliseconds; two buckets must fit into the function's timeout. A larger bucket takes several. */
const MAX_RUN_MS = 100_000;
/** Maximum deletions per run after an approval; the next run continues. */
const BATCH_SIZE = 5000;
const CONCURRENCY = 8;

/** The parts of a key: `{galleryId}/{photoId}/…`, `{galleryId}/{fileId}/…`, `site/{token}-…`, `contracts/{accountId}/{contractId}/…`. */
interface ObjectOwner {
  key: string;
  /** The id of a photo or file, or the token. */
  owner: string;
}

interface CleanupScope {
  /** Returns null for keys outside this scope, such as other prefixes. */
  parseOwner: (key: string) => string | null;
  /** Returns the keys without a row. */
  orphans: (keys: readonly ObjectOwner[]) => Promise<string[]>;
}

export interface CleanedBucket {
  /** Deleted objects without a row. */
  removed: number;
  /** Objects without a row that were kept, because their rows seem to be missing. */
  skipped: number;
}

/**
 * Scans a bucket from the last position, and deletes objects without a row that are older than any running upload: all
 * of them or none, see `canDeleteOrphans`.
 */
export async function cleanUpBucket(jobs: CleanupDeps, bucket: BucketName, walk: CleanupScope): Promise<CleanedBucket> {
  const { orphans, position } = await findOrphans(jobs, bucket, walk);
  // The next run starts at the same position and logs it again.
  if (!(await canDeleteOrphans(jobs, bucket, orphans))) return { removed: 0, skipped: orphans.length };
  const due = orphans.slice(0, BATCH_SIZE);
  let removed = 0;
  await mapConcurrently(CONCURRENCY, due, async (key) => {
    await jobs.storage.remove(bucket, key).then(
      () => (removed += 1),
      // The next scan of the bucket retries it.
      (error: unknown) => log('error', 'sweep_failed', { bucket, ...describeError(error) }),
    );
  });
  if (due.length === orphans.length) await writePosition(jobs, bucket, position);
  if (removed > 0) log('warn', 'orphans_removed', { bucket, count: removed });
  return { removed, skipped: 0 };
}

/** Returns the orphans, and the position to continue from. */
async function findOrphans(jobs: CleanupDeps, bucket: BucketName, walk: CleanupScope) {
  const { clock, storage } = jobs;
  const startedAt = clock();
  const orphans: string[] = [];
  let position = await readPosition(jobs, bucket);
  const inventory = await inventoryPages(storage, bucket, position);
  for await (const page of inventory ?? listedPages(jobs, bucket, position)) {
    orphans.push(...(await walk.orphans(candidates(page.objects, walk, startedAt - ORPHAN_MS))));
    ({ position } = page);
    if (clock() - startedAt >= MAX_RUN_MS) break;
  }
  return { orphans: inventory ? await findStored(storage, bucket, orphans) : orphans, position };
}

/** Lists the bucket in pages of 1,000 objects, where S3 writes no inventory; the position after the last one is empty. */
async function* listedPages({ storage }: CleanupDeps, bucket: BucketName, position: string): AsyncGenerator<SweptPage> {
  let after = isInventoryPosition(position) ? '' : position;
  do {
    const { objects, isLast } = await storage.list(bucket, after);
    after = isLast ? '' : (objects.at(-1)?.key ?? '');
    yield { objects, position: after };
  } while (after !== '');
}

function candidates(objects: readonly SweptObject[], { parseOwner }: CleanupScope, until: number): ObjectOwner[] {
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
