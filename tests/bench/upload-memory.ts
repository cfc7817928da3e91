/** Memory of a browser that uploads many large files: it must not grow with their number. */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { noisePicture } from '../support/pictures.ts';
import { insertGallery } from '../support/rows.ts';
import type { Figure } from './figure.ts';
import { memoryNow } from './images/processor-time.ts';
import type { Sizes } from './sizes.ts';
import type { Studio } from './studio.ts';
import { waitUntilReady } from './upload.ts';

const READY_MS = 600_000;
const SAMPLE_MS = 200;
/** Growth within the noise of garbage collection. */
const GROWTH = 1.3;

type Options = Pick<Sizes, 'uploadMemoryFiles' | 'uploadMemoryBytes'>;

export async function benchUploadMemory(studio: Studio, sizes: Options): Promise<Figure[]> {
  const [few, many] = sizes.uploadMemoryFiles;
  const folder = await mkdtemp(join(tmpdir(), 'bench-upload-memory-'));
  try {
    const files = await createFiles(folder, many, sizes.uploadMemoryBytes);
    const fewMemory = await uploadFiles(studio, files.slice(0, few));
    const manyMemory = await uploadFiles(studio, files);
    const figure = (what: string, value: number, limit: number | null, unit: string): Figure => {
      return { bar: '10', what: `browser’s memory, ${what}`, value, limit, unit };
    };
    return [
      figure(`before ${many} files of ${sizes.uploadMemoryBytes / 1000 ** 2} MB`, manyMemory.idle, null, 'MB'),
      figure(`peak with ${few}`, fewMemory.peak, null, 'MB'),
      figure(`peak with ${many}`, manyMemory.peak, null, 'MB'),
      figure(`peak with ${many}`, manyMemory.peak / fewMemory.peak, GROWTH, `× that of ${few}`),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Sparse files: a small picture with its unique path behind its end, extended to `bytes` without using disk space. */
async function createFiles(folder: string, count: number, bytes: number): Promise<string[]> {
  const picture = await noisePicture(300, 200).jpeg().toBuffer();
  const paths = Array.from({ length: count }, (_, index) => join(folder, `IMG_${1000 + index}.jpg`));
  for (const path of paths) {
    const file = await open(path, 'w');
    await file.write(Buffer.concat([picture, Buffer.from(path)]));
    await file.truncate(bytes);
    await file.close();
  }
  return paths;
}

/** Memory of all browser processes in megabytes: before the files are chosen, and its peak until all are ready. */
async function uploadFiles(studio: Studio, files: string[]): Promise<{ idle: number; peak: number }> {
  const gallery = await insertGallery(studio.database, studio.account.id);
  const page = await studio.open({ signedIn: true });
  await page.goto(`${studio.stack.origin}/app/galleries/${gallery}`);
  const input = page.getByLabel('Choose photos');
  await input.waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  const idle = await memoryOf(studio.browser);
  let peak = idle;
  let isSampling = true;
  const sampling = (async () => {
    while (isSampling) {
      peak = Math.max(peak, await memoryOf(studio.browser));
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
  })();
  try {
    await input.setInputFiles(files);
    await waitUntilReady(studio.database, gallery, files.length, READY_MS);
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
