import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;
/** A fast shutdown ends open sessions and writes a checkpoint; on a slow disk that takes seconds. */
const SHUTDOWN_MS = 15_000;

/**
 * Makes way for a new server on `dir`. After a crash `postmaster.pid` names a process that is gone, or a stranger that
 * was given the same number, at which PostgreSQL would refuse to start; or an orphan that still serves this very
 * folder, which is ended first. Call only while holding the claim on the data folder: it cannot tell an orphan from
 * the server of a supervisor that lives.
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
