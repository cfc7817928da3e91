import { execFile } from 'node:child_process';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runProcess } from '../bench/supervised-process.ts';

const STUBBORN = new URL('../support/stubborn-process.ts', import.meta.url);
const limits = { limitMs: 60_000, graceMs: 100 };

describe('The benchmark', () => {
  it('loads its parts without a bundler', async () => {
    const run = resolve(import.meta.dirname, '../bench/run.ts');
    const started = promisify(execFile)(process.execPath, [run, '--only', 'nothing']);
    await expect(started).rejects.toMatchObject({ stderr: expect.stringContaining('There is no part nothing.') });
  });
});

describe('A part of the benchmark', () => {
  it('returns what its process sends', async () => {
    expect(await runProcess(STUBBORN, ['answer'], limits)).toBe('done');
  });

  it('fails with its exit code when it crashes', async () => {
    await expect(runProcess(STUBBORN, ['fail'], limits)).rejects.toThrow('ended with exit code 3');
  });

  it('is killed after its time limit, even if it ignores SIGTERM', async () => {
    await expect(runProcess(STUBBORN, [], { ...limits, limitMs: 500 })).rejects.toThrow('exceeded its limit of 0.5 s');
  });

  it('is killed when the run is interrupted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'albumen-bench-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const started = join(folder, 'started');
    const interrupted = new AbortController();
    const run = runProcess(STUBBORN, [started], { ...limits, signal: interrupted.signal });
    const ended = expect(run).rejects.toThrow('was ended by SIGKILL');
    await vi.waitFor(() => access(started), { timeout: 30_000 });
    interrupted.abort();
    await ended;
  });
});
