import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { PART_NAMES } from '../bench/parts.ts';

const RUN = resolve(import.meta.dirname, '../bench/run.ts');
const LIMIT_MS = 600_000;

describe('The benchmark', () => {
  it.each(PART_NAMES)('runs %s in miniature to its end', { timeout: LIMIT_MS }, async (name) => {
    const { stdout } = await promisify(execFile)(process.execPath, [RUN, '--miniature', '--only', name]);
    expect(stdout).toMatch(new RegExp(`^${name}: \\d+ s`, 'm'));
    expect(stdout).not.toContain('failed');
  });
});
