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
 * Folder for root's clusters and programs that the cluster's user cannot access in their own folder, such as below
 * `/root`. Unlike `/tmp` it survives a reboot.
 */
export const SHARED = '/var/lib/albumen';
/** Others may enter, but not list it. */
const PASSABLE = 0o711;
const WRITABLE_BY_OTHERS = 0o022;
/** File in a folder of `SHARED` that names the cluster folder it replaces. */
const STANDS_FOR = 'stands-for.txt';

interface OpenFolderOptions {
  user: ClusterUser;
  /** Replaced by tests. */
  isOpen?: (path: string) => boolean;
  shared?: string;
}

/**
 * Returns the cluster's folder: `dir`, or, if the cluster's user cannot enter its parent, a folder of `SHARED` that a
 * text file beside `dir` names from then on. Moves an existing cluster.
 * @throws Error if that folder is missing, belongs to another data folder, or cannot be created
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

/** Removes the cluster of `dir`, in either folder. Keeps one that belongs to the folder `dir` was copied from. */
export function removeCluster(dir: string, shared = SHARED): void {
  const named = namedFolder(dir, shared);
  if (named !== undefined && otherOwner(named, dir) === undefined) rmSync(named, { recursive: true, force: true });
  rmSync(noteOf(dir), { force: true });
  rmSync(dir, { recursive: true, force: true });
}

/**
 * Returns a folder of programs that the cluster's user can access: itself, or a copy in `SHARED`, made once per name.
 * @param program the path in it that must be executable
 * @param name contains version and platform: equal names have equal contents
 */
export function programFolder(folder: string, program: string, name: string, options: OpenFolderOptions): string {
  const { user, isOpen = (path) => isOpenTo(user, path), shared = SHARED } = options;
  if (isOpen(join(folder, program))) return folder;
  const copy = join(shared, name);
  // Refuses a folder that another user could have filled.
  ownFolder(shared);
  if (existsSync(copy)) return copy;
  const fresh = makeIn(shared, `${name}-`);
  try {
    execFileSync('cp', ['-R', `${folder}/.`, fresh]);
    execFileSync('chmod', ['-R', 'a+rX,go-w', fresh]);
    renameSync(fresh, copy);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // Of two concurrent starts, one is first.
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

/** Returns a parent for folders that the cluster's user must access: `parent`, or `SHARED` if `parent` is closed. */
export function openParent(parent: string, user: ClusterUser): string {
  return isOpenTo(user, parent) ? parent : ownFolder(SHARED);
}

function noteOf(dir: string): string {
  return `${dir}.txt`;
}

/** Accepts only a folder that we created there, since it will be written to and removed. */
function namedFolder(dir: string, shared: string): string | undefined {
  if (!existsSync(noteOf(dir))) return undefined;
  const [folder = ''] = readFileSync(noteOf(dir), 'utf8').split('\n', 1);
  if (folder === resolve(folder) && dirname(folder) === shared && basename(folder).startsWith('database-'))
    return folder;
  throw new Error(`${noteOf(dir)} names no folder of ${shared}: put back what it said`);
}

/** Assigns the folder to `dir`: a moved data folder keeps its database, a copied one has none. */
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
