import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { CAMPAIGNS } from '../campaigns/campaigns.ts';

const RUN = resolve(import.meta.dirname, '../campaigns/run.ts');
const LIMIT_MS = 600_000;

describe.each(Object.entries(CAMPAIGNS))('The campaign %s', (campaign, parts) => {
  it.each(Object.keys(parts))('runs %s in miniature without a fault', { timeout: LIMIT_MS }, async (part) => {
    const args = [RUN, campaign, '--miniature', '--only', part];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toMatch(/ 0 beyond their limit/);
  });
});
