import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Memory as a file system, on Linux. */
const IN_MEMORY = '/dev/shm';
/** Bytes; the rest of the machine needs memory, too. */
const ROOM = 8 * 1024 ** 3;

/**
 * Makes a folder for temporary files, which is removed when this process exits. It is in memory if there is room: a run
 * clones several hundred databases of a thousand files each, and creating files costs a disk most of its time.
 */
export function makeScratch(): string {
  const folder = mkdtempSync(join(hasRoom() ? IN_MEMORY : tmpdir(), 'albumen-run-'));
  // For root, PostgreSQL runs as another user, who must have access to its folder.
  chmodSync(folder, 0o711);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  return folder;
}

/** Tests start programs that they write; a container's may be mounted without the right to. */
const STARTS_PROGRAMS = new RegExp(`^\\S+ ${IN_MEMORY} \\S+ (?!\\S*noexec)`, 'm');

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, freemem()) > ROOM && STARTS_PROGRAMS.test(readFileSync('/proc/mounts', 'utf8'));
  } catch {
    return false;
  }
}
