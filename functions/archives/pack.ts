import { AppError } from '#core/domain/errors.ts';
import { mapConcurrently } from '../platform/concurrency.ts';
import { describeError, log } from '../platform/observability/telemetry.ts';
import { type ArchiveJob, archivePrefix, type Lease, LeaseLost, MAX_ATTEMPTS } from './lease.ts';
import { DeadlineReached, packParts, type PackServices } from './pack-parts.ts';
import { planParts, type SizedEntry } from './zip.ts';

export interface PackOptions {
  /** When the run has to have ended, epoch milliseconds. */
  deadline: number;
  /** Of a file; tests have small ones. */
  maxPartBytes?: number;
}

export type PackResult = 'ready' | 'queued' | 'failed' | 'lost';

/** The lease is renewed so often while sizes are asked, in milliseconds. */
const PROGRESS_MS = 1_000;
/** Answers of S3 waited for at a time while sizes are asked. */
const HEAD_CONCURRENCY = 16;
/** After a run that failed, times its number. */
const PAUSE_MS = 15_000;

/**
 * Packs an archive, file after file. What a run that died has stored is kept, and what it left half is aborted. Never
 * throws for what went wrong with this archive: its row tells.
 */
export async function packArchive(
  services: PackServices,
  packing: ArchiveJob,
  lease: Lease,
  options: PackOptions,
): Promise<PackResult> {
  const before = packing.parts.length;
  try {
    await abortLeftovers(services.storage, packing);
    const entries = await readSizes(services, packing, lease);
    await packParts(services, packing, lease, planParts(entries, options.maxPartBytes), options.deadline);
    await lease.ready(services.clock());
    return 'ready';
  } catch (error) {
    const advanced = packing.parts.length > before;
    return saveResult(services, packing, lease, error, advanced).catch((failure: unknown) => {
      // It is another run's now, or went with its gallery.
      log('warn', 'archive_lost', { id: packing.id, ...describeError(failure) });
      return 'lost' as const;
    });
  }
}

async function saveResult(
  { clock }: PackServices,
  packing: ArchiveJob,
  lease: Lease,
  error: unknown,
  advanced: boolean,
): Promise<'queued' | 'failed'> {
  if (error instanceof LeaseLost) throw error;
  if (error instanceof DeadlineReached && advanced) {
    await lease.handOver();
    return 'queued';
  }
  const attempts = advanced ? 1 : packing.attempts;
  const outdated = error instanceof AppError && error.code === 'archive_outdated';
  log(outdated ? 'warn' : 'error', 'archive_not_packed', { id: packing.id, attempts, ...describeError(error) });
  if (!outdated && attempts < MAX_ATTEMPTS) {
    await lease.release(error instanceof DeadlineReached ? null : clock() + attempts * PAUSE_MS);
    return 'queued';
  }
  // What is stored of it is cleared away by the next run of the job.
  await lease.fail(outdated ? 'archive_outdated' : 'archive_failed');
  return 'failed';
}

async function abortLeftovers({ multipart }: PackServices['storage'], packing: ArchiveJob): Promise<void> {
  for (const { key, uploadId } of await multipart.list('renditions', archivePrefix(packing))) {
    await multipart.abort('renditions', key, uploadId);
  }
}

/** Sizes of originals are known, those of renditions are asked for once. */
async function readSizes({ clock, storage }: PackServices, packing: ArchiveJob, lease: Lease): Promise<SizedEntry[]> {
  const { entries } = packing;
  if (entries.every(isSized)) return entries;
  const sized: SizedEntry[] = Array(entries.length);
  let heard = clock();
  await mapConcurrently(HEAD_CONCURRENCY, entries.entries(), async ([index, entry]) => {
    const object = entry.size === null ? await storage.head('renditions', entry.key) : null;
    const size = entry.size ?? object?.size;
    if (size === undefined) throw new AppError('archive_outdated');
    sized[index] = { ...entry, size };
    if (clock() - heard < PROGRESS_MS) return;
    heard = clock();
    await lease.progress(heard, { count: 0, bytes: 0 });
  });
  await lease.measured(clock(), sized, bytesOf(sized));
  return sized;
}

function isSized(entry: { size: number | null }): entry is SizedEntry {
  return entry.size !== null;
}

function bytesOf(entries: readonly SizedEntry[]): number {
  return entries.reduce((sum, { size }) => sum + size, 0);
}
