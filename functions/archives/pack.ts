import { AppError } from '#core/domain/values/errors.ts';
import { findWebRendition } from '../photos/web-rendition.ts';
import { mapConcurrently } from '../platform/concurrency.ts';
import { describeError, log } from '../platform/observability/telemetry.ts';
import { type ArchiveJob, archivePrefix, type Lease, LeaseLost, MAX_ATTEMPTS } from './lease.ts';
import { DeadlineReached, packParts, type PackServices } from './pack-parts.ts';
import { planParts, type SizedEntry } from './zip.ts';

export interface PackOptions {
  /** Latest end of the run, epoch milliseconds. */
  deadline: number;
  /** Maximum size of a file, bytes; tests use small ones. */
  maxPartBytes?: number;
}

export type PackResult = 'ready' | 'queued' | 'failed' | 'lost';

/** Interval of lease renewals while sizes are read, in milliseconds. */
const PROGRESS_MS = 1_000;
/** Concurrent HEAD requests while sizes are read. */
const HEAD_CONCURRENCY = 16;
/** Pause after a failed run, multiplied by its attempt number. */
const PAUSE_MS = 15_000;

/**
 * Packs an archive file by file. Keeps files that a previous run stored, and aborts its unfinished uploads. Never
 * throws for an error of this archive; the row records it.
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
      // Another run holds the lease, or the archive was deleted with its gallery.
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
  // The next run of the job deletes its stored files.
  await lease.fail(outdated ? 'archive_outdated' : 'archive_failed');
  return 'failed';
}

async function abortLeftovers({ multipart }: PackServices['storage'], packing: ArchiveJob): Promise<void> {
  for (const { key, uploadId } of await multipart.list('renditions', archivePrefix(packing))) {
    await multipart.abort('renditions', key, uploadId);
  }
}

/**
 * Sizes of originals are in the database. Those of renditions are read from storage before the first file is planned: a
 * rendition that was lost and rendered again may have another size than ingest recorded.
 */
async function readSizes({ clock, storage }: PackServices, packing: ArchiveJob, lease: Lease): Promise<SizedEntry[]> {
  const { entries } = packing;
  if ((packing.size === 'original' || packing.parts.length > 0) && entries.every(isSized)) return entries;
  const sized: SizedEntry[] = Array(entries.length);
  let heard = clock();
  await mapConcurrently(HEAD_CONCURRENCY, entries.entries(), async ([index, entry]) => {
    if (entry.video && isSized(entry)) {
      sized[index] = entry;
      return;
    }
    const found = await findWebRendition(storage, packing.galleryId, entry.fileId);
    if (!found) throw new AppError('archive_outdated');
    sized[index] = { ...entry, ...found };
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
