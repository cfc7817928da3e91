/**
 * `npm run campaign:<name>`: runs the parts of a campaign one after another, each in its own process with a time limit,
 * and prints their figures. Fails at a figure beyond its limit, and at a part that crashes or exceeds its time.
 *
 * `-- --seed 7` repeats other random choices than those of seed 1, `-- --only fonts,ingest` runs some parts,
 * `-- --miniature` runs a few cases of each kind.
 */
import { parseArgs } from 'node:util';
import { runParts } from '../bench/run-parts.ts';
import type { CampaignOptions } from './campaign.ts';
import { CAMPAIGNS } from './campaigns.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    miniature: { type: 'boolean', default: false },
  },
});
const [campaign = ''] = positionals;
const parts = CAMPAIGNS[campaign];
if (!parts) fail(`There is no campaign "${campaign}". The campaigns are ${Object.keys(CAMPAIGNS).join(', ')}.`);
const names = values.only?.split(',') ?? Object.keys(parts);
const unknown = names.filter((name) => !(name in parts));
if (unknown.length > 0) fail(`There is no part ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.`);
const options: CampaignOptions = { seed: Number(values.seed), isMiniature: values.miniature };
if (!Number.isSafeInteger(options.seed)) fail('A seed is a whole number.');

const { over, failed, isInterrupted } = await runParts(
  new URL('part-process.ts', import.meta.url),
  names.map((name) => ({ name, args: [campaign, name, JSON.stringify(options)], minutes: parts[name]!.minutes })),
);
process.exitCode = isInterrupted ? 130 : failed + over > 0 ? 1 : 0;

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
