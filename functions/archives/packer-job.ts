import type { Context, SQSBatchResponse } from 'aws-lambda';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { timestamp } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';
import { describeError, log } from '../platform/observability/telemetry.ts';
import { archivePrefix, claimArchive, MAX_ATTEMPTS } from './lease.ts';
import { packArchive, type PackResult } from './pack.ts';

type Deps = Pick<JobServices, 'clock' | 'db' | 'storage'>;

/**
 * Delay before the files of an ended archive are deleted, in milliseconds. No new links are issued, and a running
 * download may finish.
 */
const ABANDONED_MS = HOUR_MS;
/** Retention of ended rows, so that an open page can show the outcome. */
const RETENTION_MS = 30 * DAY_MS;
/** Archives that one run deletes; the rest waits for the next run. */
const BATCH_SIZE = 50;

interface LeftoverArchive {
  id: string;
  galleryId: string;
}

/** Deletes the files of expired and failed archives, and their rows after a month. */
async function cleanUpArchives({ clock, db, storage }: Deps): Promise<void> {
  const now = clock();
  await db.query(`update archives set status = 'expired' where status = 'ready' and expires_at <= $1`, [
    timestamp(now),
  ]);
  // The last attempt was killed: a run that ends normally sets its status itself.
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

/**
 * Deletes the objects first: while the row names files, the next run tries again. Also clears the entries, which may be
 * thousands of names.
 */
async function deleteStored({ db, storage }: Pick<Deps, 'db' | 'storage'>, archive: LeftoverArchive): Promise<void> {
  try {
    await storage.removePrefix('renditions', archivePrefix(archive));
    await db.query(`update archives set parts = '[]', entries = '[]' where id = $1`, [archive.id]);
  } catch (error) {
    log('error', 'sweep_failed', { id: archive.id, ...describeError(error) });
  }
}

type PackerServices = Pick<JobServices, 'clock' | 'db' | 'storage'>;

/**
 * Time before the deadline at which a run releases its archive, in milliseconds: S3 requests may be in flight, and an
 * alarm fires at nine tenths of the function's timeout (stacks/alarms.ts).
 */
const MARGIN_MS = 120_000;
/** Starts another archive only if this time is left, enough for a file of up to 4 GB. */
const MIN_REMAINING_MS = 10 * MINUTE_MS;

/**
 * Packs queued archives one after the other, after a cleanup of ended ones. Runs may overlap.
 * @param deadline end of the run, epoch milliseconds
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
 * The job's function. Runs on queue messages from archive requests, and every minute for lost messages and unfinished
 * archives. Ignores the event content.
 */
export async function packArchives(
  jobs: PackerServices,
  _event: unknown,
  context: Context,
): Promise<Record<PackResult, number> & SQSBatchResponse> {
  const results = await runPacker(jobs, jobs.clock() + context.getRemainingTimeInMillis());
  return { ...results, batchItemFailures: [] };
}
