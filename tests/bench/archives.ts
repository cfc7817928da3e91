/*
 * Downloads of many photos: what packing takes, by the size of the archive. Memory must not follow it: 1,000 photos of
 * 10 MB come through with what 40 need (`-- --only archives --archive-photos 1000`; that writes 10 GB twice).
 */
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { startImageStore } from '../support/image-store.ts';
import type { Figure } from './figure.ts';

const MB = 1000 ** 2;
const PHOTO_BYTES = 10 * MB;
const FEW = 40;
const MANY = 160;
/** Growth that is noise: collections of garbage fall as they like. */
const GROWTH = 1.3;
/** The function has 1,769 MB (stacks/function-table.ts), and sizes of thousands of names besides. */
const PEAK_MB = 600;

interface Packed {
  result: string;
  files: number;
  bytes: number;
  isSplit: boolean;
  wallMs: number;
  cpuMs: number;
  peak: number;
}

export async function benchArchives({ photos = MANY } = {}): Promise<Figure[]> {
  const store = await startImageStore({ ownProcess: true });
  try {
    const key = 'bench/photo/original';
    const photo = new Uint8Array(randomBytes(PHOTO_BYTES));
    await store.originals.put(key, photo, { contentType: 'image/jpeg' });
    const few = await pack(store.env, key, FEW);
    const many = await pack(store.env, key, photos);
    const whole = many.bytes / MB;
    return [
      { what: `packing ${photos} photos of 10 MB: peak`, value: many.peak / MB, limit: PEAK_MB, unit: 'MB' },
      { what: `  its peak to that of ${FEW} photos`, value: many.peak / few.peak, limit: GROWTH, unit: 'times' },
      { what: '  processor time a GB', value: many.cpuMs / (whole / 1000) / 1000, limit: null, unit: 's' },
      { what: '  through local storage', value: whole / (many.wallMs / 1000), limit: null, unit: 'MB/s' },
      { what: '  files of at most 4 GB', value: many.files, limit: null, unit: '' },
    ].map((figure) => ({ bar: 'dl', ...figure }));
  } finally {
    await store.close();
  }
}

async function pack(env: Record<string, string>, key: string, count: number): Promise<Packed> {
  const args = [key, String(PHOTO_BYTES), String(count)];
  const child = fork(new URL('./archive-process.ts', import.meta.url), args, { env });
  const [packed] = (await once(child, 'message')) as [Packed];
  if (packed.result !== 'ready' || !packed.isSplit) throw new Error(`packing ended as ${packed.result}`);
  return packed;
}
