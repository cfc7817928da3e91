import type { Context, SQSBatchResponse } from 'aws-lambda';
import { timestamp } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';
import { describeError, log } from '../platform/observability/telemetry.ts';
import { archivePrefix, claimArchive, MAX_ATTEMPTS } from './lease.ts';
import { packArchive, type PackResult } from './pack.ts';

type Deps = Pick<JobServices, 'clock' | 'db' | 'storage'>;

/** No link to one that is over is given; who has begun by then may come to the end of a file. */
const ABANDONED_MS = 60 * 60 * 1000;
/** Rows tell a page that was left open what became of its archive. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;
/** Archives a run clears away; the rest waits for the next. */
const BATCH_SIZE = 50;

interface LeftoverArchive {
  id: string;
  galleryId: string;
}

/** Clears away archives whose week is over and those that failed, and forgets them after a month. */
async function cleanUpArchives({ clock, db, storage }: Deps): Promise<void> {
  const now = clock();
  await db.query(`update archives set status = 'expired' where status = 'ready' and expires_at <= $1`, [
    timestamp(now),
  ]);
  // Its last run was killed: one that ends by itself says so.
  await db.query(
    `update archives set status = 'failed', failure_reason = 'archive_failed', locked_until = null
     where status in ('queued', 'packing') and attempts >= ${MAX_ATTEMPTS}
       and (locked_until is null or locked_until <= $1)`,
    [timestamp(now)],
  );
  const leftovers = await db.query<LeftoverArchive>(
    `select id, gallery_id as "galleryId" from archives
     where (status = 'failed' or status = 'expired' and expires_at <= $1) and (parts <> '[]' or entries <> '[]') limit ${BATCH_SIZE}`,
    [timestamp(now - ABANDONED_MS)],
  );
  for (const archive of leftovers) await deleteStored({ db, storage }, archive);
  await db.query(`delete from archives where status in ('failed', 'expired') and parts = '[]' and created_at <= $1`, [
    timestamp(now - RETENTION_MS),
  ]);
}

/** Objects first: as long as the row names files, the next run comes again. Thousands of names in a row go too. */
async function deleteStored({ db, storage }: Pick<Deps, 'db' | 'storage'>, archive: LeftoverArchive): Promise<void> {
  try {
    await storage.removePrefix('renditions', archivePrefix(archive));
    await db.query(`update archives set parts = '[]', entries = '[]' where id = $1`, [archive.id]);
  } catch (error) {
    log('error', 'sweep_failed', { id: archive.id, ...describeError(error) });
  }
}

export type PackerServices = Pick<JobServices, 'clock' | 'db' | 'storage'>;

/**
 * A run gives back what it holds so long before it is ended, in milliseconds: requests of S3 may be under way, and a
 * function that takes nine tenths of its time is taken for ill (stacks/function-alarms.ts).
 */
const MARGIN_MS = 120_000;
/** Another archive is begun while there is time for a whole file of it, of 4 GB at the most. */
const MIN_REMAINING_MS = 10 * 60 * 1000;

/**
 * Packs the archives that wait, one after the other; any number of runs may be at it. Before that, what is over is
 * cleared away.
 * @param deadline when the run is ended, epoch milliseconds
 */
export async function runPacker(jobs: PackerServices, deadline: number): Promise<Record<PackResult, number>> {
  const { clock, db } = jobs;
  const results: Record<PackResult, number> = { ready: 0, queued: 0, failed: 0, lost: 0 };
  await cleanUpArchives(jobs);
  do {
    const claimed = await claimArchive(db, clock());
    if (!claimed) break;
    const { packing, lease } = claimed;
    results[await packArchive(jobs, packing, lease, { deadline: deadline - MARGIN_MS })] += 1;
  } while (deadline - clock() > MIN_REMAINING_MS);
  return results;
}

/**
 * The function: called with the messages of those who have just asked for an archive, and every minute for those whose
 * message was lost, and to go on where a run came to the end of its time. Neither event tells it anything.
 */
export function createArchivePacker(jobs: PackerServices) {
  return async (_event: unknown, context: Context): Promise<Record<PackResult, number> & SQSBatchResponse> => {
    const results = await runPacker(jobs, jobs.clock() + context.getRemainingTimeInMillis());
    return { ...results, batchItemFailures: [] };
  };
}
