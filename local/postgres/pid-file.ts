import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;
/** Milliseconds for a fast shutdown, which writes a checkpoint: seconds on a slow disk. */
const SHUTDOWN_MS = 15_000;

/**
 * Removes a stale `postmaster.pid`. After a crash it names a process that is gone, or an unrelated one that got its id,
 * with which PostgreSQL would refuse to start; or an orphaned server of this folder, which is ended first. Call it only
 * with the data folder's lock: it cannot distinguish an orphan from another supervisor's server.
 */
export async function clearStalePidFile(dir: string): Promise<void> {
  const file = join(dir, 'postmaster.pid');
  const pid = readPid(file);
  if (pid === undefined) return;
  if (serves(pid, dir)) await endOrphan(pid, dir);
  rmSync(file, { force: true });
}

function readPid(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return Number.isInteger(pid) && pid > 0 ? pid : 0;
  } catch {
    return undefined;
  }
}

function serves(pid: number, dir: string): boolean {
  return pid > 0 && commandLine(pid).includes(dir);
}

function commandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    if (process.platform === 'linux') return [];
    return spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.split(/\s+/) ?? [];
  }
}

async function endOrphan(pid: number, dir: string): Promise<void> {
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + SHUTDOWN_MS;
  while (serves(pid, dir)) {
    if (Date.now() > deadline) {
      process.kill(pid, 'SIGQUIT');
      return;
    }
    await delay(POLL_MS);
  }
}
