import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory, whose size can be reduced to its contents: then it is full. */
export interface Disk {
  folder: string;
  fill(): void;
  free(): void;
  /** Also while processes use it: it ends with their last file. */
  unmount(): void;
}

/** The start of the product asks for 1 GB. */
const SIZE_BYTES = 3 * 1024 ** 3;
/** Room for what processes write between the measuring and the filling; more at each attempt. */
const MARGIN_BYTES = 64 * 1024;
const ATTEMPTS = 8;
/** Others than root mount with `sudo`, which must not ask for a password. */
const AS_ROOT = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];

function asRoot(...command: readonly string[]): void {
  const [file, ...args] = [...AS_ROOT, ...command];
  execFileSync(file!, args, { stdio: 'pipe' });
}

/** Linux only. Unmounted at the latest when this process ends. */
export function mountDisk(): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'albumen-disk-'));
  const owner = `uid=${process.getuid!()},gid=${process.getgid!()}`;
  asRoot('mount', '-t', 'tmpfs', '-o', `size=${SIZE_BYTES},${owner}`, 'albumen-kills', folder);
  // As `temporaryFolder`: PostgreSQL may run as another user.
  chmodSync(folder, 0o711);
  const resize = (bytes: number) => asRoot('mount', '-o', `remount,size=${bytes}`, folder);
  const unmount = () => {
    process.off('exit', unmount);
    asRoot('umount', '--lazy', folder);
    rmdirSync(folder);
  };
  process.once('exit', unmount);
  return {
    folder,
    fill() {
      for (let attempt = 1; ; attempt++) {
        const { blocks, bfree, bsize } = statfsSync(folder);
        try {
          return resize((blocks - bfree) * bsize + MARGIN_BYTES * 2 ** attempt);
        } catch (error) {
          if (attempt === ATTEMPTS) throw error;
        }
      }
    },
    free: () => resize(SIZE_BYTES),
    unmount,
  };
}
