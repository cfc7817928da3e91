import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openLog } from './service-log.ts';
import { restartDelay, Service } from './service.ts';

const PATIENCE = { timeout: 20_000, interval: 10 };

/** Starts a service whose processes run until they are killed. @param isHealthy by the number of the start, from 1 */
async function startService(isHealthy: (start: number) => boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'service-'));
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const started: number[] = [];
  const reaper = { started: (pid: number) => void started.push(pid), ended: () => {}, close: () => {} };
  /** Starts whose process was found healthy. */
  const healthy = new Set<number>();
  const definition = {
    name: 'clock',
    command: () => ({ file: 'sleep', args: ['1000'] }),
    isHealthy: () => {
      if (isHealthy(started.length)) healthy.add(started.length);
      return Promise.resolve(healthy.has(started.length));
    },
    signal: 'SIGTERM',
    graceMs: 1000,
    startMs: PATIENCE.timeout,
    worthShowing: /^$/,
  } as const;
  const service = new Service(definition, openLog(folder, 'clock'), reaper);
  onTestFinished(async () => {
    await service.stop();
    said.mockRestore();
    rmSync(folder, { recursive: true });
  });
  await service.start();
  const waits = () => said.mock.calls.map(([line]) => /starts again in (\S+) s/.exec(String(line))?.[1]);
  /** Kills the process, and waits for the next one. */
  const kill = async () => {
    const before = started.length;
    process.kill(started.at(-1)!, 'SIGKILL');
    await vi.waitFor(() => expect(started.length).toBe(before + 1), PATIENCE);
  };
  const becomesHealthy = () => vi.waitFor(() => expect(healthy).toContain(started.length), PATIENCE);
  return { kill, becomesHealthy, waits };
}

it('a service that dies at its start waits longer each time, three seconds at most', () => {
  expect(Array.from({ length: 7 }, (_, failures) => restartDelay(failures))).toEqual([
    200, 400, 800, 1600, 3000, 3000, 3000,
  ]);
});

it('a service that dies before it is healthy waits longer each time', async () => {
  const { kill, waits } = await startService((start) => start === 1);
  for (let n = 0; n < 3; n++) await kill();
  expect(waits()).toEqual(['0.2', '0.4', '0.8']);
});

it('a service that was healthy starts again after 0.2 s, however often it was killed before', async () => {
  const { kill, becomesHealthy, waits } = await startService(() => true);
  for (let n = 0; n < 3; n++) {
    await kill();
    await becomesHealthy();
  }
  expect(waits()).toEqual(['0.2', '0.2', '0.2']);
});
