/*
 * `npm run bench`: every figure in one table, each a ratio to a peer in the same run where quality.md asks for one.
 * A figure beyond its bar is said, and is no failure: wall times depend on who else uses the machine. A part that
 * crashes is one.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { benchColdImport } from './cold-import.ts';
import { describeFigure, isOver } from './figure.ts';
import type { Figure } from './figure.ts';
import { benchImages } from './images.ts';
import { benchPaint } from './paint.ts';
import { setStage } from './stage.ts';
import type { Stage } from './stage.ts';
import { benchSync } from './sync.ts';
import { benchUpload } from './upload.ts';

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

const { values } = parseArgs({ options: { photos: { type: 'string' } } });
await part('images', () => benchImages({ photos: values.photos }));
await part('cold imports', () => benchColdImport());
await part('stage', async () => {
  await onStage(async (stage) => {
    await part('sync', () => benchSync(stage));
    await part('paint', () => benchPaint(stage));
    await part('upload', () => benchUpload(stage));
  });
  return [];
});
console.log(`\n${figures.map(describeFigure).join('\n')}`);
console.log(`\n${figures.length} figures, ${figures.filter(isOver).length} over their bar`);
process.exitCode = crashed ? 1 : 0;
