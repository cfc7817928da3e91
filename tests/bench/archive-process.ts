/**
 * Packs one archive of equal photos through a real storage and sends its cost: `archive-process.ts <key> <bytes>
 * <count>`; with `bare` after them, only reads the same bytes and stores them as one file. It is a process because memory
 * is counted by process. Its rows are not stored: only the bytes are measured.
 */
import { MAX_ARCHIVE_PART_BYTES } from '#core/domain/galleries/archives.ts';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import type { ArchiveJob, Lease } from '#functions/archives/lease.ts';
import { packArchive } from '#functions/archives/pack.ts';
import { RangeReader } from '#functions/photos/object-streams.ts';
import { storageFromEnv } from '#functions/platform/storage/s3-storage.ts';
import { storeStream } from '#functions/platform/storage/store-stream.ts';

export interface Packed {
  result: string;
  /** Archives, since one has at most 4 GB. */
  files: number;
  bytes: number;
  isSplit: boolean;
  wallMs: number;
  cpuMs: number;
  /** Peak of the process's memory in bytes. */
  peak: number;
}

const [key = '', size = '0', count = '0', mode] = process.argv.slice(2);

const done = async () => undefined;
const lease = {
  requireCurrent: done,
  progress: done,
  measured: done,
  stored: done,
  ready: done,
  release: done,
  handOver: done,
  fail: done,
} satisfies Record<keyof Lease, () => Promise<void>> as unknown as Lease;
const entries = Array.from({ length: Number(count) }, (_, n) => {
  const name = `IMG_${String(n).padStart(4, '0')}.jpg`;
  return { photoId: name, fileId: name, key, name, size: Number(size), taken: '2026-07-01T12:00:00' };
});
const archive = { id: 'bench', accountId: 'bench', galleryId: 'bench', gallery: 'Bench', attempts: 1 };
const job: ArchiveJob = { ...archive, size: 'original', entries, parts: [] };

const services = { clock: Date.now, storage: storageFromEnv() };
const [started, before] = [performance.now(), process.cpuUsage()];
const result =
  mode === 'bare' ? await copyBytes() : await packArchive(services, job, lease, { deadline: Date.now() + HOUR_MS });
const { user, system } = process.cpuUsage(before);
const packed: Packed = {
  result,
  files: job.parts.length,
  bytes: job.parts.reduce((sum, part) => sum + part.size, 0),
  isSplit: job.parts.every((part) => part.size <= MAX_ARCHIVE_PART_BYTES),
  wallMs: performance.now() - started,
  cpuMs: (user + system) / 1000,
  // `maxRSS` is in KiB.
  peak: process.resourceUsage().maxRSS * 1024,
};
process.send!(packed);
process.disconnect();

async function copyBytes(): Promise<string> {
  const pieces = new RangeReader(services.storage, 'originals', entries);
  async function* bytes() {
    for (const entry of entries) yield* pieces.of(entry);
  }
  await storeStream(services.storage, 'archives/bench/bare', bytes(), 'application/zip');
  return 'ready';
}
