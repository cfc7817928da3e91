import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { Figure } from '../../bench/figure.ts';
import type { CampaignOptions } from '../campaign.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Tests that kill an upload at each of its steps, by size of the file. */
const SIZES = {
  '40 KB': 'upload-kill-points-small.test.ts',
  '3 MB': 'upload-kill-points-medium.long.test.ts',
  '11 MB in 3 parts': 'upload-kill-points-parts.long.test.ts',
};

/** Kills uploads of each size at every step; in the miniature small ones at every other step. */
export async function killUploads({ isMiniature }: CampaignOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [size, file] of Object.entries(SIZES).slice(0, isMiniature ? 1 : undefined)) {
    const { points, hasFailed } = await runTest(file, !isMiniature);
    const what = `upload of ${size}`;
    figures.push({ bar: 'kill', what: `${what}, kill points`, value: points, limit: null, unit: '' });
    figures.push({ bar: 'kill', what: `${what}, failed tests`, value: hasFailed ? 1 : 0, limit: 0, unit: 'files' });
  }
  return figures;
}

/** Runs a test file, which says how many points it has tried. */
function runTest(file: string, isLong: boolean): Promise<{ points: number; hasFailed: boolean }> {
  const vitest = resolve(ROOT, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', `tests/integration/${file}`], {
    cwd: ROOT,
    env: { ...process.env, TEST_LONG: isLong ? '1' : '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => {
      const points = Number(/kill points tried: (\d+)/.exec(output)?.[1] ?? 0);
      done({ points, hasFailed: code !== 0 });
    });
  });
}
