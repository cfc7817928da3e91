/**
 * Bar 10: a batch of files through the gallery's page, compared with bare presigned PUTs of the same files from the
 * same browser, four at a time in both. They take turns, over lines of 50 and 100 Mbit/s and over loopback, where the
 * store and the ingest share the processors with the browser: that figure is only said.
 */
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { uploads } from '#core/api/uploads.ts';
import { MAX_FILES_PER_SIGNING } from '#core/domain/photos/uploads.ts';
import { noisePicture } from '../support/pictures.ts';
import { insertGallery, newId } from '../support/rows.ts';
import { quantile } from './figure.ts';
import type { Figure } from './figure.ts';
import type { Sizes } from './sizes.ts';
import type { Studio } from './studio.ts';

const PARALLEL = 4;
/** The time in which all photos of a batch must become `ready`. */
const READY_MS = 300_000;
const LINES = [50, 100] as const;

export async function benchUpload(studio: Studio, sizes: Sizes): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-upload-'));
  try {
    const files = await createFiles(folder, sizes);
    const figures = await measureBatches(studio, files.slice(0, sizes.uploadFiles), sizes);
    for (const mbit of LINES) figures.push(...(await measureBatches(studio, files, sizes, mbit)));
    return figures;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Large files with few pixels (bytes behind a JPEG's end are ignored), so that the transfer is measured and not the
 * ingest that competes for this machine's processors.
 */
async function createFiles(folder: string, { lineUploadFiles, uploadFiles, uploadBytes }: Sizes): Promise<string[]> {
  const picture = await noisePicture(300, 200).jpeg().toBuffer();
  const count = Math.max(lineUploadFiles, uploadFiles);
  const paths = Array.from({ length: count }, (_, index) => join(folder, `IMG_${1000 + index}.jpg`));
  for (const path of paths) await writeFile(path, Buffer.concat([picture, Buffer.alloc(uploadBytes, path)]));
  return paths;
}

/** @param mbit the line's Mbit/s in each direction; as fast as the machine by default */
async function measureBatches(studio: Studio, files: string[], sizes: Sizes, mbit?: number): Promise<Figure[]> {
  // A shaped line decides the time, so that fewer rounds are enough.
  const rounds = mbit ? Math.ceil(sizes.rounds / 2) : sizes.rounds;
  const page = await studio.open({ signedIn: true });
  if (mbit) await shapeLine(page, mbit);
  let signings = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === uploads.presign.path) signings++;
  });
  const ours: number[] = [];
  const bare: number[] = [];
  const ready: number[] = [];
  const first: number[] = [];
  // The first round warms the browser, its connections and the functions.
  for (let round = 0; round <= rounds; round++) {
    const bareMs = await uploadBare(studio, page, files);
    const { firstMs, sentMs, readyMs } = await uploadByProduct(studio, page, files);
    if (round === 0) continue;
    bare.push(bareMs);
    ours.push(sentMs);
    ready.push(readyMs);
    first.push(firstMs);
  }
  await page.context().close();
  const over = mbit ? ` at ${mbit} Mbit/s` : '';
  const batch = `${files.length} files of ${(sizes.uploadBytes / 1024 ** 2).toFixed(1)} MB${over}`;
  const ratio = quantile(ours) / quantile(bare);
  const seconds = (what: string, times: number[]): Figure => {
    return { bar: '10', what: `${batch}, ${what}`, value: quantile(times) / 1000, limit: null, unit: 's', n: rounds };
  };
  // The first files do not wait for their batch. On loopback they are sent faster than read, so in smaller batches.
  const allowed = mbit ? Math.ceil(files.length / MAX_FILES_PER_SIGNING) + 1 : null;
  return [
    { bar: '10', what: `${batch}, all sent`, value: ratio, limit: mbit ? 1.05 : null, unit: '× bare PUTs', n: rounds },
    { bar: '10', what: `${batch}, signing`, value: signings / (rounds + 1), limit: allowed, unit: 'requests' },
    seconds('first begun', first),
    seconds('bare PUTs', bare),
    seconds('all sent', ours),
    seconds('all ready', ready),
  ];
}

/** Limits all connections of a page together, as a line does. */
async function shapeLine(page: Page, mbit: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const bytes = (mbit * 1e6) / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  });
}

/** Milliseconds from choosing the files until the first PUT begins, the last one ends, and the last photo is ready. */
async function uploadByProduct({ stack, database, account }: Studio, page: Page, files: string[]) {
  const gallery = await insertGallery(database, account.id);
  await page.goto(`${stack.origin}/app/galleries/${gallery}`);
  const input = page.getByLabel('Choose photos');
  await input.waitFor({ state: 'attached' });
  await page.evaluate(() => performance.setResourceTimingBufferSize(10_000));
  const chosen = await page.evaluateHandle(() => {
    const times: number[] = [];
    document.addEventListener('change', () => times.push(performance.now()), { capture: true, once: true });
    return times;
  });
  const started = Date.now();
  await input.setInputFiles(files);
  await waitUntilReady(database, gallery, files.length);
  const readyMs = Date.now() - started;
  const sent = await page.evaluate(
    ([times, s3]) => {
      const puts = performance.getEntriesByType('resource').filter(({ name }) => name.startsWith(s3));
      const ends = puts.map(({ startTime, duration }) => startTime + duration);
      const begins = puts.map(({ startTime }) => startTime);
      return { firstMs: Math.min(...begins) - times[0]!, sentMs: Math.max(...ends) - times[0]! };
    },
    [chosen, stack.s3.url] as const,
  );
  return { ...sent, readyMs };
}

/** @throws Error with the photos' states when not all of a gallery's photos are ready within `readyMs` */
export async function waitUntilReady(
  database: Studio['database'],
  gallery: string,
  count: number,
  readyMs = READY_MS,
): Promise<void> {
  const until = Date.now() + readyMs;
  const sql = `select concat_ws(' ', status, failure_reason) as state, count(*)::int as photos from photos
    where gallery_id = $1 group by 1`;
  for (;;) {
    const { rows } = await database.query<{ state: string; photos: number }>(sql, [gallery]);
    const ready = rows.find(({ state }) => state === 'ready')?.photos ?? 0;
    if (ready >= count) return;
    const states = rows.map(({ state, photos }) => `${photos} ${state}`).join(', ');
    if (Date.now() > until || rows.some(({ state }) => state.startsWith('failed')))
      throw new Error(`not all of ${count} photos became ready: ${states}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Milliseconds of the same files through `fetch` alone, presigned before. Their photos are registered as well, so that
 * their ingest takes as much of this machine.
 */
async function uploadBare({ stack, database, account, api }: Studio, page: Page, files: string[]): Promise<number> {
  const galleryId = await insertGallery(database, account.id);
  const size = (await stat(files[0]!)).size;
  const registered = files.map((path) => ({ photoId: newId(), filename: basename(path), size, type: 'image/jpeg' }));
  const waiting = [];
  for (let at = 0; at < registered.length; at += MAX_FILES_PER_SIGNING) {
    const some = registered.slice(at, at + MAX_FILES_PER_SIGNING);
    waiting.push(...(await api.call(uploads.presign, {}, { galleryId, files: some })).uploads);
  }
  await page.goto(`${stack.origin}/app/galleries`);
  const input = await page.evaluateHandle(() => {
    const element = document.createElement('input');
    return Object.assign(element, { type: 'file', multiple: true });
  });
  await input.setInputFiles(files);
  const took = await page.evaluate(
    async ({ chosen, waiting, parallel }) => {
      const queue = waiting.map(({ url, headers }, index) => ({ url, headers, body: chosen.files![index]! }));
      const started = performance.now();
      const putNext = async () => {
        for (let next = queue.shift(); next; next = queue.shift()) {
          const { url, ...init } = next;
          const { ok, status } = await fetch(url, { method: 'PUT', ...init });
          if (!ok) throw new Error(`PUT answered ${status}`);
        }
      };
      await Promise.all(Array.from({ length: parallel }, putNext));
      return performance.now() - started;
    },
    { chosen: input, waiting, parallel: PARALLEL },
  );
  await input.dispose();
  await waitUntilReady(database, galleryId, files.length);
  return took;
}
