import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portsFrom, requireFreePorts } from '#local/supervisor/ports.ts';
import {
  answers,
  descendantsOf,
  ended,
  freeBase,
  isRunning,
  removeDataFolder,
  startStack,
  temporaryFolder,
  type Stack,
} from '../support/stack.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PATIENCE = { timeout: 30_000, interval: 100 };
const STARTS_MS = 240_000;

describe('two stacks', () => {
  let stack: Stack;
  beforeAll(async () => (stack = await startStack()), STARTS_MS);
  afterAll(() => stack.stop());

  it('run side by side; ending npm ends all of one', { timeout: STARTS_MS }, async () => {
    const dataDir = temporaryFolder();
    const base = await freeBase();
    const npm = spawn('npm', ['start', '--', '--port', String(base), '--data', dataDir, '--no-demo'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const end = ended(npm);
    try {
      await expect
        .poll(() => answers(`http://localhost:${base}/zero/keepalive`), { ...PATIENCE, timeout: 120_000 })
        .toBe(true);
      expect(await answers(`${stack.origin}/`)).toBe(true);
      const all = descendantsOf(npm.pid!);
      expect(all.length).toBeGreaterThan(10);
      npm.kill('SIGTERM');
      await end;
      await expect.poll(() => all.filter(isRunning), PATIENCE).toEqual([]);
      await requireFreePorts(portsFrom(base), 0);
      expect(existsSync(join(dataDir, 'lock'))).toBe(false);
      expect(await answers(`${stack.origin}/`)).toBe(true);
    } finally {
      npm.kill('SIGTERM');
      await end;
      removeDataFolder(dataDir);
    }
  });
});

describe('a killed supervisor', () => {
  it('leaves no process; the next start takes over its folder', { timeout: STARTS_MS }, async () => {
    const dataDir = temporaryFolder();
    const first = await startStack({ dataDir });
    const all = descendantsOf(first.supervisor.pid!);
    first.supervisor.kill('SIGKILL');
    await expect.poll(() => all.filter(isRunning), PATIENCE).toEqual([]);
    await expect.poll(() => existsSync(join(dataDir, 'lock')), PATIENCE).toBe(false);
    // After a power failure no reaper ran either: the lock names a dead process.
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, 'lock'), String(first.supervisor.pid));
    const second = await startStack({ dataDir, port: first.ports.edge });
    const gone = ended(second.supervisor);
    second.supervisor.kill('SIGINT');
    expect(await gone).toMatchObject({ code: 0 });
    expect(existsSync(join(dataDir, 'lock'))).toBe(false);
    removeDataFolder(dataDir);
  });
});
