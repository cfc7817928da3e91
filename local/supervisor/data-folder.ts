import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { removeCluster } from '#local/postgres/open-folder.ts';
import { SECRETS_FILE } from './secrets.ts';
import { StartError } from './start-error.ts';

const LOCK_FILE = 'lock';

interface Lock {
  file: string;
  /** True if a crashed start had left a lock. */
  wasStale: boolean;
  release(): void;
}

/**
 * Locks a data folder for this process.
 * @throws StartError if another process has locked it
 */
function claimFolder(dataDir: string): Lock {
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

/** The cluster, or the file that names its folder, see `clusterFolder`. */
export const CLUSTER_FOLDER = 'postgres';

/** Free space required: a cluster, its log and a replica take about 250 MB before the first photo. */
const NEEDED_BYTES = 1024 ** 3;

/**
 * Creates and locks the folder.
 * @throws StartError if it is not writable, too full, used for something else or in use
 */
export function openDataFolder(dataDir: string, reset: boolean): Lock {
  checkDiskSpace(dataDir);
  const strangers = reset && existsSync(dataDir) ? readdirSync(dataDir) : [];
  if (strangers.length > 0 && !strangers.includes(SECRETS_FILE) && !strangers.every((name) => name === LOCK_FILE)) {
    throw new StartError(
      `--reset would delete what is in ${dataDir}, and it was not made by Albumen. Delete it yourself.`,
    );
  }
  writable(dataDir, () => {
    // Others may enter but not list it: for root, PostgreSQL runs as another user.
    mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o711 });
    writeFileSync(join(dataDir, '.writable'), '');
    rmSync(join(dataDir, '.writable'));
  });
  const lock = claimFolder(dataDir);
  if (reset) emptyFolder(dataDir);
  return lock;
}

function checkDiskSpace(dataDir: string): void {
  let existing = dataDir;
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize } = statfsSync(existing);
  const free = bavail * bsize;
  if (free < NEEDED_BYTES) {
    const megabytes = Math.floor(free / 1024 ** 2);
    throw new StartError(
      `The disk of ${dataDir} has ${megabytes} MB left; 1024 MB are needed. Make room, or use --data.`,
    );
  }
}

function writable(dataDir: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`${dataDir} cannot be written: ${reason}.\nChoose another folder with --data.`);
  }
}

function emptyFolder(dataDir: string): void {
  removeCluster(join(dataDir, CLUSTER_FOLDER));
  for (const name of readdirSync(dataDir)) {
    if (name !== LOCK_FILE) rmSync(resolve(dataDir, name), { recursive: true, force: true });
  }
  mkdirSync(join(dataDir, 'logs'));
}
