/*
 * Bar 10: a batch of files through the product's own screen (registering, signing, sending, completion) against bare
 * presigned PUTs of the same files from the same page, four at a time in both. They take turns.
 */
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { uploads } from '#core/api/uploads.ts';
import { noisePicture } from '../support/pictures.ts';
import { insertGallery, newId } from '../support/rows.ts';
import { quantile } from './figure.ts';
import type { Figure } from './figure.ts';
import type { Stage } from './stage.ts';

const FILES = 50;
const FILE_BYTES = 2 * 1024 * 1024;
const PARALLEL = 4;
const ROUNDS = 3;
/** Until all of a batch are `ready`, at the most. */
const READY_MS = 120_000;

export async function benchUpload(stage: Stage): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-upload-'));
  try {
    return await measure(stage, await makeFiles(folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Large files of few pixels (what follows a JPEG's end is nobody's business): the bytes' way is measured, not how the
 * ingest behind it competes for this machine's processors.
 */
async function makeFiles(folder: string): Promise<string[]> {
  const picture = await noisePicture(300, 200).jpeg().toBuffer();
  const paths = Array.from({ length: FILES }, (_, index) => join(folder, `IMG_${1000 + index}.jpg`));
  for (const path of paths) await writeFile(path, Buffer.concat([picture, Buffer.alloc(FILE_BYTES, path)]));
  return paths;
}

async function measure(stage: Stage, files: string[]): Promise<Figure[]> {
  const page = await stage.open({ signedIn: true });
  let signings = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === uploads.presign.path) signings++;
  });
  const ours: number[] = [];
  const bare: number[] = [];
  const ready: number[] = [];
  const first: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const bareMs = await bareBatch(stage, page, files);
    const { firstMs, sentMs, readyMs } = await productBatch(stage, page, files);
    // The first turn warms the browser, its connections and the functions.
    if (round === 0) continue;
    bare.push(bareMs);
    ours.push(sentMs);
    ready.push(readyMs);
    first.push(firstMs);
  }
  await page.context().close();
  const batch = `${FILES} files of ${FILE_BYTES / 1024 / 1024} MB`;
  const throughput = quantile(bare) / quantile(ours);
  return [
    {
      bar: '10',
      what: `${batch}, throughput`,
      value: throughput,
      limit: 0.9,
      atLeast: true,
      unit: '× bare PUTs',
      n: ROUNDS,
    },
    { bar: '10', what: `${batch}, signing`, value: signings / (ROUNDS + 1), limit: 1, unit: 'requests' },
    { bar: '10', what: `${batch}, first begun`, value: quantile(first) / 1000, limit: null, unit: 's' },
    { bar: '10', what: `${batch}, bare PUTs`, value: quantile(bare) / 1000, limit: null, unit: 's' },
    { bar: '10', what: `${batch}, all sent`, value: quantile(ours) / 1000, limit: null, unit: 's' },
    { bar: '10', what: `${batch}, all ready`, value: quantile(ready) / 1000, limit: null, unit: 's' },
  ];
}

/** Milliseconds from choosing the files until the first PUT began, until the last byte was taken, and until the last photo was ready. */
async function productBatch({ stack, database, account }: Stage, page: Page, files: string[]) {
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
  const begun = Date.now();
  await input.setInputFiles(files);
  await allReady(database, gallery, files.length);
  const readyMs = Date.now() - begun;
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

/** @throws when not all of a gallery's photos are ready within `readyMs` */
export async function allReady(
  database: Stage['database'],
  gallery: string,
  count: number,
  readyMs = READY_MS,
): Promise<void> {
  const until = Date.now() + readyMs;
  const sql = `select count(*) filter (where status = 'ready')::int as ready from photos where gallery_id = $1`;
  while ((await database.query(sql, [gallery])).rows[0].ready < count) {
    if (Date.now() > until) throw new Error(`not all of ${count} photos became ready`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Milliseconds of the same files through `fetch` alone, signed beforehand. The photos are announced as well, so that
 * the ingest behind them takes as much of this machine as behind the product's.
 */
async function bareBatch({ stack, database, account, api }: Stage, page: Page, files: string[]): Promise<number> {
  const galleryId = await insertGallery(database, account.id);
  const size = (await stat(files[0]!)).size;
  const announced = files.map((path) => ({ photoId: newId(), filename: basename(path), size, type: 'image/jpeg' }));
  const signed = await api.call(uploads.presign, {}, { galleryId, files: announced });
  await page.goto(`${stack.origin}/app/galleries`);
  const input = await page.evaluateHandle(() => {
    const element = document.createElement('input');
    return Object.assign(element, { type: 'file', multiple: true });
  });
  await input.setInputFiles(files);
  const took = await page.evaluate(
    async ({ chosen, waiting, parallel }) => {
      const queue = waiting.map(({ url, headers }, index) => ({ url, headers, body: chosen.files![index]! }));
      const begun = performance.now();
      const lane = async () => {
        for (let next = queue.shift(); next; next = queue.shift()) {
          const { url, ...init } = next;
          const { ok, status } = await fetch(url, { method: 'PUT', ...init });
          if (!ok) throw new Error(`PUT answered ${status}`);
        }
      };
      await Promise.all(Array.from({ length: parallel }, lane));
      return performance.now() - begun;
    },
    { chosen: input, waiting: signed.uploads, parallel: PARALLEL },
  );
  await input.dispose();
  await allReady(database, galleryId, files.length);
  return took;
}
