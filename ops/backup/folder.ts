import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BucketName } from '#functions/platform/storage/s3-client.ts';

/*
 *   <folder>/objects/{originals,renditions}/<key>   the buckets' objects, shared by all runs: a run copies new ones only;
 *                                                   folders end with `~`: the key of a video begins that of its poster
 *   <folder>/working.sqlite                         catalog of copied objects; if deleted, all are read again
 *   <folder>/runs/<time>/manifest.json              one backup: complete if and only if this file exists
 *   <folder>/runs/<time>/objects.jsonl.gz           its objects, one per line
 *   <folder>/runs/<time>/tables/<schema>.<table>.copy.gz
 */
export const MANIFEST = 'manifest.json';
export const INDEX = 'objects.jsonl.gz';
const PRIVATE = { recursive: true, mode: 0o700 } as const;

export const runsFolder = (folder: string) => join(folder, 'runs');
export const tableFile = (run: string, { schema, name }: { schema: string; name: string }) =>
  join(run, 'tables', `${schema}.${name}.copy.gz`);

/**
 * Returns the path of an object's copy. No key contains `~`, so a folder never has the name of a file.
 * @throws Error for a foreign key: it could be a path outside the folder, or share a file with another key
 */
export function objectFile(folder: string, bucket: BucketName, key: string): string {
  const names = namesOf(key);
  return join(folder, 'objects', bucket, ...names.slice(0, -1).map((name) => `${name}~`), names.at(-1)!);
}

/**
 * Returns the path at which an object's copy of this size is: that of {@link objectFile}, or the one of format 1, which
 * had the key as its path. Null if neither is there.
 */
export async function findObjectFile(
  folder: string,
  bucket: BucketName,
  { key, size }: { key: string; size: number },
): Promise<string | null> {
  for (const path of [objectFile(folder, bucket, key), join(folder, 'objects', bucket, ...namesOf(key))]) {
    const found = await stat(path).catch(() => null);
    if (found?.isFile() && found.size === size) return path;
  }
  return null;
}

function namesOf(key: string): string[] {
  if (!isOurKey(key)) throw new Error('an object key is not of the form of ours');
  return key.split('/');
}

/**
 * True for our own keys: ids and a file name of letters, digits and `._,=-`, without segments that begin with a dot.
 */
export function isOurKey(key: string): boolean {
  return key.length <= 512 && /^[A-Za-z0-9_-][\w.,=-]*(?:\/[A-Za-z0-9_-][\w.,=-]*)+$/.test(key);
}

/** Creates a run's folder, named by its UTC time so that names sort, and deletes interrupted runs. */
export async function startRun(folder: string, now: Date): Promise<string> {
  await mkdir(runsFolder(folder), PRIVATE);
  for (const name of await readdir(runsFolder(folder))) {
    const run = join(runsFolder(folder), name);
    if (!(await readdir(run)).includes(MANIFEST)) await rm(run, { recursive: true });
  }
  const run = join(runsFolder(folder), now.toISOString().replaceAll(':', '-'));
  await mkdir(join(run, 'tables'), PRIVATE);
  return run;
}

export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, PRIVATE);
}
