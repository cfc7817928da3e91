/** Downloads of many photos: the cost of packing, whose memory must not grow with the archive. */
import { randomBytes } from 'node:crypto';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { startImageStore } from '../support/image-store.ts';
import type { Packed } from './archive-process.ts';
import { type Figure, quantile } from './figure.ts';
import type { Sizes } from './sizes.ts';
import { runProcess } from './supervised-process.ts';

const MB = 1000 ** 2;
/** Growth within the noise of garbage collection. */
const GROWTH = 1.3;
/** The function has 1,769 MB (stacks/function-table.ts), which also hold the sizes of thousands of names. */
const PEAK_MB = 600;
const LIMIT_MS = 4 * MINUTE_MS;

/** Share of the processor time of reading and storing the same bytes: checksums, headers, progress. */
const BARE = 1.3;

type Options = Pick<Sizes, 'archivePhotos' | 'archivePhotoBytes' | 'rounds'>;

export async function benchArchives({ archivePhotos, archivePhotoBytes, rounds }: Options): Promise<Figure[]> {
  const store = await startImageStore({ ownProcess: true });
  try {
    const key = 'bench/photo/original';
    const photo = new Uint8Array(randomBytes(archivePhotoBytes));
    await store.originals.put(key, photo, { contentType: 'image/jpeg' });
    const pack = async (count: number, ...mode: 'bare'[]) => {
      const args = [key, String(archivePhotoBytes), String(count), ...mode];
      const module = new URL('archive-process.ts', import.meta.url);
      const packed = (await runProcess(module, args, { limitMs: LIMIT_MS, env: store.env })) as Packed;
      if (packed.result !== 'ready' || !packed.isSplit) throw new Error(`packing ended as ${packed.result}`);
      await store.renditions.remove('archives/bench/bench/1.zip');
      return packed;
    };
    const [few, many] = [await pack(archivePhotos[0]), await pack(archivePhotos[1])];
    const [packing, bare]: [Packed[], Packed[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      bare.push(await pack(archivePhotos[0], 'bare'));
      packing.push(await pack(archivePhotos[0]));
    }
    const ratio = (name: 'cpuMs' | 'wallMs') =>
      quantile(packing.map((one) => one[name])) / quantile(bare.map((one) => one[name]));
    const megabytes = many.bytes / MB;
    const what = `packing ${archivePhotos[1]} photos of ${archivePhotoBytes / MB} MB`;
    return [
      { what: `${what}, peak memory`, value: many.peak / MB, limit: PEAK_MB, unit: 'MB' },
      { what, value: many.peak / few.peak, limit: GROWTH, unit: `× peak of ${archivePhotos[0]}` },
      { what: `${what}, processor time`, value: many.cpuMs / megabytes, limit: null, unit: 's per GB' },
      { what: `${what}, processor time`, value: ratio('cpuMs'), limit: BARE, unit: '× bare copy', n: rounds },
      { what: `${what}, time`, value: ratio('wallMs'), limit: null, unit: '× bare copy', n: rounds },
      ...[
        { of: 'packed', runs: packing },
        { of: 'bare copy of the same bytes', runs: bare },
      ].map(({ of, runs }) => {
        // The first byte of a new archive comes after this.
        const stored = `${Math.round((archivePhotos[0] * archivePhotoBytes) / MB)} MB stored as one file, ${of}`;
        return {
          what: stored,
          value: quantile(runs.map(({ wallMs }) => wallMs)) / 1000,
          limit: null,
          unit: 's',
          n: rounds,
        };
      }),
      { what: `${what}, local storage`, value: megabytes / (many.wallMs / 1000), limit: null, unit: 'MB/s' },
      { what: `${what}, archives of at most 4 GB`, value: many.files, limit: null, unit: '' },
    ].map((figure) => ({ bar: 'dl', ...figure }));
  } finally {
    await store.close();
  }
}
