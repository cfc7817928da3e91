import type { Clock } from '#core/domain/values/time.ts';
import { indexWithoutLocation, RangeReader, readWithoutLocation, withIndex } from '../photos/object-streams.ts';
import type { BucketName } from '../platform/storage/s3-client.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { storeStream } from '../platform/storage/store-stream.ts';
import { type ArchiveJob, archivePrefix, type Lease, type StoredPart } from './lease.ts';
import { createZip, partFilename, type PlannedPart, type SizedEntry } from './zip.ts';

export interface PackServices {
  readonly clock: Clock;
  readonly storage: Pick<Storage, 'get' | 'head' | 'multipart'>;
}

/** The run stops before its deadline. */
export class DeadlineReached extends Error {
  override readonly name = 'DeadlineReached';
}

/** Interval of progress and lease writes, in milliseconds. */
const PROGRESS_MS = 1_000;
/** Interval of the lease's renewal while no bytes are read, in milliseconds. */
const KEEP_ALIVE_MS = 20_000;
/** Share of the remaining time that the next part may need at the current pace. */
const MAX_TIME_SHARE = 0.8;

/**
 * Stores the planned files that are not stored yet, and records each in `packing.parts` and in the row.
 * @throws DeadlineReached, LeaseLost, AppError `archive_outdated`
 */
export async function packParts(
  services: PackServices,
  packing: ArchiveJob,
  lease: Lease,
  plan: readonly PlannedPart[],
  deadline: number,
): Promise<void> {
  const { clock } = services;
  const startedAt = clock();
  let stored = 0;
  for (const [index, part] of plan.entries()) {
    if (index < packing.parts.length) continue;
    const needed = stored === 0 ? 0 : (part.size / stored) * (clock() - startedAt);
    if (needed > (deadline - clock()) * MAX_TIME_SHARE) throw new DeadlineReached();
    await lease.requireCurrent();
    const progress = new Progress(clock, lease, deadline, plan.slice(0, index));
    const key = `${archivePrefix(packing)}${index + 1}.zip`;
    await storePart(services, packing, key, part, progress);
    const filename = partFilename(packing.gallery, index, plan.length);
    const done: StoredPart = { key, filename, size: part.size, photoCount: part.entries.length };
    packing.parts = [...packing.parts, done];
    await lease.stored(clock(), packing.parts, progress.done);
    stored += part.size;
  }
}

async function storePart(
  { storage }: PackServices,
  packing: ArchiveJob,
  key: string,
  part: PlannedPart,
  progress: Progress,
): Promise<void> {
  // A previous run stored it and died before it updated the row. Equal entries give equal bytes.
  const there = await storage.head('renditions', key);
  if (there?.size === part.size) return progress.skip(part);
  const bucket: BucketName = packing.size === 'original' ? 'originals' : 'renditions';
  const pieces = new RangeReader(storage, bucket, part.entries);
  const zip = createZip(part, (entry) =>
    progress.counted(entry.clean ? cleaned(storage, pieces, entry) : pieces.of(entry)),
  );
  const size = await progress.during(() => storeStream(storage, key, zip, 'application/zip'));
  if (size !== part.size) throw new Error(`An archive's file has ${size} bytes and not ${part.size}`);
}

async function* cleaned(
  storage: PackServices['storage'],
  pieces: RangeReader,
  entry: SizedEntry,
): AsyncGenerator<Uint8Array> {
  if (entry.video) return yield* withIndex(pieces.of(entry), await indexWithoutLocation(storage, entry));
  yield await readWithoutLocation(pieces, entry);
}

/** Progress of an archive, written to its row at intervals. */
class Progress {
  readonly done: { count: number; bytes: number };
  readonly #clock: Clock;
  readonly #lease: Lease;
  readonly #deadline: number;
  #told: number;

  constructor(clock: Clock, lease: Lease, deadline: number, before: readonly PlannedPart[]) {
    this.#clock = clock;
    this.#lease = lease;
    this.#deadline = deadline;
    this.#told = clock();
    this.done = { count: 0, bytes: 0 };
    for (const part of before) this.skip(part);
  }

  skip({ entries }: PlannedPart): void {
    this.done.count += entries.length;
    for (const { size } of entries) this.done.bytes += size;
  }

  /** Keeps the lease while no bytes are read: S3 may take minutes to complete a multipart upload. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    // The next write detects a lost lease.
    const keep = () => this.#lease.progress(this.#clock(), this.done).catch(() => undefined);
    const timer = setInterval(() => void keep(), KEEP_ALIVE_MS);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  }

  /** Passes the bytes of an entry through and counts them. @throws DeadlineReached, LeaseLost */
  async *counted(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      const now = this.#clock();
      if (now > this.#deadline) throw new DeadlineReached();
      yield piece;
      this.done.bytes += piece.length;
      if (now - this.#told < PROGRESS_MS) continue;
      this.#told = now;
      await this.#lease.progress(now, this.done);
    }
    this.done.count += 1;
  }
}
