/*
 * What a browser needs to upload 500 files of 10 MB: no more than for 100. It writes 6 GB beside the store's own, and
 * takes minutes.
 */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { noisePicture } from '../support/pictures.ts';
import { insertGallery } from '../support/rows.ts';
import type { Figure } from './figure.ts';
import { memoryNow } from './processor-time.ts';
import type { Stage } from './stage.ts';
import { allReady } from './upload.ts';

const FILE_BYTES = 10 * 1000 ** 2;
const FEW = 100;
const MANY = 500;
const READY_MS = 600_000;
const SAMPLE_MS = 200;
/** Growth that is noise: collections of garbage fall as they like. */
const GROWTH = 1.3;

export async function benchUploadMemory(stage: Stage): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-upload-memory-'));
  try {
    const files = await makeFiles(folder);
    const few = await upload(stage, files.slice(0, FEW));
    const many = await upload(stage, files);
    const figure = (what: string, value: number, limit: number | null, unit: string): Figure => {
      return { bar: '10', what: `browser’s memory, ${what}`, value, limit, unit };
    };
    return [
      figure(`before ${MANY} files of 10 MB`, many.idle, null, 'MB'),
      figure(`most with ${FEW}`, few.peak, null, 'MB'),
      figure(`most with ${MANY}`, many.peak, null, 'MB'),
      figure(`  of ${MANY} to that of ${FEW}`, many.peak / few.peak, GROWTH, 'times'),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Pictures of few pixels, long by what follows their end, which takes no room on disk: no two have the same bytes. */
async function makeFiles(folder: string): Promise<string[]> {
  const picture = await noisePicture(300, 200).jpeg().toBuffer();
  const paths = Array.from({ length: MANY }, (_, index) => join(folder, `IMG_${1000 + index}.jpg`));
  for (const path of paths) {
    const file = await open(path, 'w');
    await file.write(Buffer.concat([picture, Buffer.from(path)]));
    await file.truncate(FILE_BYTES);
    await file.close();
  }
  return paths;
}

/** The memory of all of the browser's processes in megabytes: before the files are chosen, and the most until all are ready. */
async function upload(stage: Stage, files: string[]): Promise<{ idle: number; peak: number }> {
  const gallery = await insertGallery(stage.database, stage.account.id);
  const page = await stage.open({ signedIn: true });
  await page.goto(`${stage.stack.origin}/app/galleries/${gallery}`);
  const input = page.getByLabel('Choose photos');
  await input.waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  const idle = await memoryOf(stage.browser);
  let peak = idle;
  let isSampling = true;
  const sampling = (async () => {
    while (isSampling) {
      peak = Math.max(peak, await memoryOf(stage.browser));
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
  })();
  try {
    await input.setInputFiles(files);
    await allReady(stage.database, gallery, files.length, READY_MS);
  } finally {
    isSampling = false;
    await sampling;
    await page.context().close();
  }
  return { idle, peak };
}

async function memoryOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { id }) => sum + memoryNow(id), 0);
}
