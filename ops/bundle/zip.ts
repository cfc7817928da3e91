import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { zipSync } from 'fflate';

/** Returns all files below a folder by their relative path, in an order independent of the disk. */
export async function filesIn(folder: string): Promise<Map<string, Uint8Array>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = paths.toSorted().map(async (path) => [relative(folder, path), await readFile(path)] as const);
  return new Map(await Promise.all(read));
}

/** Returns the bytes of a folder's zip at maximum compression. */
export async function zippedBytes(folder: string): Promise<number> {
  return zipSync(Object.fromEntries(await filesIn(folder)), { level: 9 }).length;
}
