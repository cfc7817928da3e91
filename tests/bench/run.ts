/*
 * `npm run bench`: every figure in one table, each a ratio to a peer in the same run where quality.md asks for one.
 * A figure beyond its bar is said, and is no failure: wall times depend on who else uses the machine. A part that
 * crashes is one. `-- --photos <folder>` measures with photographs, `-- --only sync,upload` some parts.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { benchArchives } from './archives.ts';
import { benchClientPage } from './client-page.ts';
import { benchColdImport } from './cold-import.ts';
import { describeFigure, HEADING, isOver } from './figure.ts';
import type { Figure } from './figure.ts';
import { benchHydrate } from './hydrate.ts';
import { benchImages } from './images.ts';
import { benchPaint } from './paint.ts';
import { benchPhotoAlbum } from './photo-album.ts';
import { setStage } from './stage.ts';
import type { Stage } from './stage.ts';
import { benchSync } from './sync.ts';
import { benchUpload } from './upload.ts';
import { benchUploadMemory } from './upload-memory.ts';
import { benchWeekLists } from './week-lists.ts';

const figures: Figure[] = [];
let crashed = false;

/** Runs a part; when it crashes the others go on. */
async function part(name: string, run: () => Promise<Figure[]>): Promise<void> {
  const begun = performance.now();
  try {
    figures.push(...(await run()));
    const seconds = Math.round((performance.now() - begun) / 1000);
    console.log(`${name}: ${seconds} s, load ${loadavg()[0]!.toFixed(1)}`);
  } catch (error) {
    crashed = true;
    console.error(`${name} crashed:`, error);
  }
}

async function onStage(run: (stage: Stage) => Promise<void>): Promise<void> {
  const stage = await setStage();
  try {
    await run(stage);
  } finally {
    await stage.close();
  }
}

const { values } = parseArgs({
  options: { photos: { type: 'string' }, only: { type: 'string' }, 'archive-photos': { type: 'string' } },
});
const wanted = values.only?.split(',');
const isWanted = (name: string) => !wanted || wanted.includes(name);

/** Each part of those that need the whole product. */
const ON_STAGE: Record<string, (stage: Stage) => Promise<Figure[]>> = {
  sync: benchSync,
  hydrate: benchHydrate,
  paint: benchPaint,
  client: benchClientPage,
  album: benchPhotoAlbum,
  upload: benchUpload,
  'upload-memory': benchUploadMemory,
  lists: benchWeekLists,
};

if (isWanted('images')) await part('images', () => benchImages({ photos: values.photos }));
if (isWanted('archives')) {
  const photos = values['archive-photos'];
  await part('archives', () => benchArchives(photos ? { photos: Number(photos) } : {}));
}
if (isWanted('imports')) await part('imports', () => benchColdImport());
const onStageWanted = Object.entries(ON_STAGE).filter(([name]) => isWanted(name));
if (onStageWanted.length > 0) {
  await part('stage', async () => {
    await onStage(async (stage) => {
      for (const [name, bench] of onStageWanted) await part(name, () => bench(stage));
    });
    return [];
  });
}
console.log(`\n${[HEADING, ...figures.map(describeFigure)].join('\n')}`);
const over = figures.filter(isOver).length;
const missing = figures.filter(({ value }) => value === null).length;
console.log(`\n${figures.length} figures, ${over} over their bar, ${missing} not measured`);
process.exitCode = crashed ? 1 : 0;
