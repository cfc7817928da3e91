import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

export const LOCK_FILE = 'lock';

export interface Lock {
  file: string;
  /** True if a crashed start had left a lock. */
  wasStale: boolean;
  release(): void;
}

/**
 * Locks a data folder for this process.
 * @throws StartError if another process has locked it
 */
export function claimFolder(dataDir: string): Lock {
  const file = join(dataDir, LOCK_FILE);
  for (let wasStale = false; ; wasStale = true) {
    if (create(file)) return { file, wasStale, release: () => releaseOwn(file) };
    const owner = ownerOf(file);
    if (owner !== undefined && isSupervisor(owner)) {
      throw new StartError(
        `Albumen already runs on ${dataDir} (process ${owner}).\n` +
          'End it first, or start another beside it: npm start -- --port 4400 --data .data-two',
      );
    }
    rmSync(file, { force: true });
  }
}

/** `wx` is atomic: of two concurrent starts, one fails. */
function create(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function releaseOwn(file: string): void {
  if (ownerOf(file) === process.pid) rmSync(file, { force: true });
}

function ownerOf(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** True for a running supervisor: after a crash its process id may belong to another program. */
function isSupervisor(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  return /\blocal\/up\.ts\b/.test(stdout ?? '');
}
