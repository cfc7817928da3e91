import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BucketName } from '#functions/platform/storage/s3-client.ts';

/*
 *   <folder>/objects/{originals,renditions}/<key>   what lies in the buckets, shared by all runs: a run copies what is new
 *   <folder>/working.sqlite                         which of them were copied; may be deleted, then all is read again
 *   <folder>/runs/<time>/manifest.json              one backup: complete if, and only if, this file is there
 *   <folder>/runs/<time>/objects.jsonl.gz           its objects, a line each
 *   <folder>/runs/<time>/tables/<schema>.<table>.copy.gz
 */
export const MANIFEST = 'manifest.json';
export const INDEX = 'objects.jsonl.gz';
const PRIVATE = { recursive: true, mode: 0o700 } as const;

export const runsFolder = (folder: string) => join(folder, 'runs');
export const tableFile = (run: string, { schema, name }: { schema: string; name: string }) =>
  join(run, 'tables', `${schema}.${name}.copy.gz`);

/**
 * Where an object's copy lies.
 * @throws Error for a key that is none of ours: it would be a path out of the folder, or two keys one file
 */
export function objectFile(folder: string, bucket: BucketName, key: string): string {
  if (!isOurKey(key)) throw new Error('an object key is not of the form of ours');
  return join(folder, 'objects', bucket, ...key.split('/'));
}

/** Ids, and at the end a file's name: letters, digits and `._,=-`, no segment that begins with a dot. */
export function isOurKey(key: string): boolean {
  return key.length <= 512 && /^[A-Za-z0-9_-][\w.,=-]*(?:\/[A-Za-z0-9_-][\w.,=-]*)+$/.test(key);
}

/** A run's own folder, named by its time in UTC so that names sort; runs that were interrupted are cleared away. */
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
