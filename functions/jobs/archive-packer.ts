import type { Context, SQSBatchResponse } from 'aws-lambda';
import { claimArchive } from '../lib/archives/lease.ts';
import { packArchive, type PackResult } from '../lib/archives/pack.ts';
import { cleanUpArchives } from './archives-sweep.ts';
import type { JobServices } from './services.ts';

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
  const results: Record<PackResult, number> = { ready: 0, waiting: 0, failed: 0, lost: 0 };
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
