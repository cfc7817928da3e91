import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isOpenTo, type ClusterUser } from './cluster-user.ts';

/**
 * Where root keeps what the cluster's user must reach and may not reach in its own place, such as below `/root`. Kept
 * over restarts of the machine, as `/tmp` is not.
 */
export const SHARED = '/var/lib/albumen';
/** Others may pass through, and see no names. */
const PASSABLE = 0o711;
const WRITABLE_BY_OTHERS = 0o022;
/** In a folder of `SHARED`: the cluster's folder that it stands for. */
const STANDS_FOR = 'stands-for.txt';

export interface OpenFolderOptions {
  user: ClusterUser;
  /** A test has its own. */
  isOpen?: (path: string) => boolean;
  shared?: string;
}

/**
 * Where the cluster of `dir` is: there, or, if the cluster's user may not enter the folder around it, in a folder of
 * `SHARED` that the text file beside `dir` names from then on. A cluster that is in `dir` already is moved.
 * @throws Error when that folder is gone or belongs to another data folder, or cannot be made
 */
export function clusterFolder(dir: string, options: OpenFolderOptions): string {
  const { user, isOpen = (path) => isOpenTo(user, path), shared = SHARED } = options;
  const named = namedFolder(dir, shared);
  if (named !== undefined) return join(claim(named, dir), 'cluster');
  mkdirSync(dirname(dir), { recursive: true });
  if (isOpen(dirname(dir))) return dir;
  const folder = makeIn(shared, 'database-');
  const cluster = join(folder, 'cluster');
  if (existsSync(dir)) execFileSync('cp', ['-a', dir, cluster]);
  writeFileSync(join(folder, STANDS_FOR), dir);
  writeFileSync(
    noteOf(dir),
    `${folder}\nThe database of this folder is there: the user that PostgreSQL runs as may not enter this one.\n`,
  );
  rmSync(dir, { recursive: true, force: true });
  return cluster;
}

/** Removes the cluster of `dir`, wherever it is. One that it shares with a folder it was copied from stays. */
export function removeCluster(dir: string, shared = SHARED): void {
  const named = namedFolder(dir, shared);
  if (named !== undefined && otherOwner(named, dir) === undefined) rmSync(named, { recursive: true, force: true });
  rmSync(noteOf(dir), { force: true });
  rmSync(dir, { recursive: true, force: true });
}

/**
 * A folder of programs as the cluster's user can reach it: itself, or a copy in `SHARED`, made once for each name.
 * @param program the path in it that must be executable
 * @param name says version and platform: the same name is the same content
 */
export function programFolder(folder: string, program: string, name: string, options: OpenFolderOptions): string {
  const { user, isOpen = (path) => isOpenTo(user, path), shared = SHARED } = options;
  if (isOpen(join(folder, program))) return folder;
  const copy = join(shared, name);
  // Refuses a folder that somebody else could have filled.
  ownFolder(shared);
  if (existsSync(copy)) return copy;
  const fresh = makeIn(shared, `${name}-`);
  try {
    execFileSync('cp', ['-R', `${folder}/.`, fresh]);
    execFileSync('chmod', ['-R', 'a+rX,go-w', fresh]);
    renameSync(fresh, copy);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // Of two that start at once, one is first.
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

/** A folder to make folders in that the cluster's user must reach: `parent`, or `SHARED` if `parent` is closed to it. */
export function openParent(parent: string, user: ClusterUser): string {
  return isOpenTo(user, parent) ? parent : ownFolder(SHARED);
}

function noteOf(dir: string): string {
  return `${dir}.txt`;
}

/** Only a folder that we made there is believed: it will be written to, and removed. */
function namedFolder(dir: string, shared: string): string | undefined {
  if (!existsSync(noteOf(dir))) return undefined;
  const [folder = ''] = readFileSync(noteOf(dir), 'utf8').split('\n', 1);
  if (folder === resolve(folder) && dirname(folder) === shared && basename(folder).startsWith('database-'))
    return folder;
  throw new Error(`${noteOf(dir)} names no folder of ${shared}: put back what it said`);
}

/** A data folder that was moved takes its database along; a copy of one has none of its own. */
function claim(folder: string, dir: string): string {
  if (!existsSync(folder)) {
    throw new Error(`${folder}, which held the database, is gone: put it back, or start over with --reset`);
  }
  const other = otherOwner(folder, dir);
  if (other !== undefined) {
    throw new Error(
      `${dirname(dir)} is a copy of ${dirname(other)}, whose database it would share: use another --data`,
    );
  }
  writeFileSync(join(folder, STANDS_FOR), dir);
  return folder;
}

function otherOwner(folder: string, dir: string): string | undefined {
  const record = join(folder, STANDS_FOR);
  const owner = existsSync(record) ? readFileSync(record, 'utf8') : dir;
  return owner !== dir && namedFolder(owner, dirname(folder)) === folder ? owner : undefined;
}

function makeIn(shared: string, prefix: string): string {
  const folder = mkdtempSync(join(ownFolder(shared), prefix));
  chmodSync(folder, PASSABLE);
  return folder;
}

function ownFolder(shared: string): string {
  if (!existsSync(shared)) {
    mkdirSync(shared, { recursive: true });
    chmodSync(shared, PASSABLE);
  }
  const stat = lstatSync(shared);
  if (stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & WRITABLE_BY_OTHERS) === 0) return shared;
  throw new Error(`${shared} must be a folder that belongs to you and that nobody else can write: remove it`);
}
