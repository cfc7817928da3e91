/**
 * `npm run bench`: prints all figures in one table, as ratios to another program in the same run where quality.md asks
 * for one. Each part runs in its own process with a time limit. A figure beyond its limit is marked but is no failure,
 * because wall times depend on what else the machine does; a part that crashes or exceeds its time is one.
 *
 * `-- --only sync,upload` runs some parts, `-- --photos DIR` measures with your own photos, `-- --miniature` shows that
 * every part runs, with figures that mean nothing.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { describeFigure, HEADING, isOver } from './figure.ts';
import type { Figure } from './figure.ts';
import { PART_NAMES, PARTS, type PartName } from './parts.ts';
import { FULL, MINIATURE, type PartOptions } from './sizes.ts';
import { runProcess } from './supervised-process.ts';

const { values } = parseArgs({
  options: { photos: { type: 'string' }, only: { type: 'string' }, miniature: { type: 'boolean', default: false } },
});
const names = (values.only?.split(',') ?? PART_NAMES) as PartName[];
const unknown = names.filter((name) => !PART_NAMES.includes(name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. The parts are ${PART_NAMES.join(', ')}.`);
  process.exit(1);
}
const options: PartOptions = { sizes: values.miniature ? MINIATURE : FULL, photos: values.photos };

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());

const figures: Figure[] = [];
const failed: string[] = [];
for (const name of names) {
  if (interrupted.signal.aborted) break;
  const started = performance.now();
  try {
    const limits = { limitMs: PARTS[name].minutes * 60_000, signal: interrupted.signal };
    const module = new URL('part-process.ts', import.meta.url);
    figures.push(...((await runProcess(module, [name, JSON.stringify(options)], limits)) as Figure[]));
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`${name}: ${seconds} s, load ${loadavg()[0]!.toFixed(1)}`);
  } catch (error) {
    failed.push(name);
    console.error(`${name}: ${(error as Error).message}`);
  }
}

console.log(`\n${[HEADING, ...figures.map(describeFigure)].join('\n')}`);
const over = figures.filter(isOver).length;
const missing = figures.filter(({ value }) => value === null).length;
console.log(`\n${figures.length} figures, ${over} beyond their limit, ${missing} not measured`);
if (failed.length > 0) console.log(`failed: ${failed.join(', ')}`);
process.exitCode = interrupted.signal.aborted ? 130 : failed.length > 0 ? 1 : 0;
