/*
 * Packs one archive of equal photos through a real storage and tells what it took. A process of its own, since memory
 * is counted by process. Its rows are nobody's: what is measured is the way of the bytes.
 */
import { MAX_ARCHIVE_PART_BYTES } from '#core/domain/archives.ts';
import type { ArchiveJob, Lease } from '#functions/archives/lease.ts';
import { packArchive } from '#functions/archives/pack.ts';
import { storageFromEnv } from '#functions/platform/storage/storage.ts';

/** What it is asked, by its arguments. */
const [key = '', size = '0', count = '0'] = process.argv.slice(2);

const HOUR_MS = 60 * 60 * 1000;
const written = async () => undefined;
const acts: Record<keyof Lease, () => Promise<void>> = {
  requireCurrent: written,
  progress: written,
  measured: written,
  stored: written,
  ready: written,
  release: written,
  handOver: written,
  fail: written,
};
const lease = acts as unknown as Lease;
const entries = Array.from({ length: Number(count) }, (_, n) => {
  const name = `IMG_${String(n).padStart(4, '0')}.jpg`;
  return { photoId: name, fileId: name, key, name, size: Number(size), taken: '2026-07-01T12:00:00' };
});
const archive = { id: 'bench', accountId: 'bench', galleryId: 'bench', gallery: 'Bench', attempts: 1 };
const packing: ArchiveJob = { ...archive, size: 'original', entries, parts: [] };

const services = { clock: Date.now, storage: storageFromEnv() };
const [begun, before] = [performance.now(), process.cpuUsage()];
const result = await packArchive(services, packing, lease, { deadline: Date.now() + HOUR_MS });
const { user, system } = process.cpuUsage(before);
process.send!({
  result,
  files: packing.parts.length,
  bytes: packing.parts.reduce((sum, part) => sum + part.size, 0),
  isSplit: packing.parts.every((part) => part.size <= MAX_ARCHIVE_PART_BYTES),
  wallMs: performance.now() - begun,
  cpuMs: (user + system) / 1000,
  /** Bytes; `maxRSS` is told in KiB. */
  peak: process.resourceUsage().maxRSS * 1024,
});
process.disconnect();
