/**
 * `npm run bench`: prints all figures in one table, as ratios to another program in the same run where
 * docs/decisions/bars.md asks for one. Each part runs in its own process with a time limit. A figure beyond its limit is
 * marked but is no failure, because wall times depend on what else the machine does; a part that crashes or exceeds its
 * time is one.
 *
 * `-- --only sync,upload` runs some parts, `-- --photos DIR` measures with your own photos, `-- --miniature` shows that
 * every part runs, with figures that mean nothing.
 */
import { parseArgs } from 'node:util';
import { PART_NAMES, PARTS, type PartName } from './parts.ts';
import { runParts } from './run-parts.ts';
import { FULL, MINIATURE, type PartOptions } from './sizes.ts';

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
const { failed, isInterrupted } = await runParts(
  new URL('part-process.ts', import.meta.url),
  names.map((name) => ({ name, args: [name, JSON.stringify(options)], minutes: PARTS[name].minutes })),
);
process.exitCode = isInterrupted ? 130 : failed > 0 ? 1 : 0;
