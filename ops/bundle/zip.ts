import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { zipSync } from 'fflate';

/** Every file below a folder, by its path within it, in an order that does not depend on the disk. */
export async function filesIn(folder: string): Promise<Map<string, Uint8Array>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = paths.toSorted().map(async (path) => [relative(folder, path), await readFile(path)] as const);
  return new Map(await Promise.all(read));
}

/** Bytes of a folder's zip, packed as tightly as the format can. */
export async function zippedBytes(folder: string): Promise<number> {
  return zipSync(Object.fromEntries(await filesIn(folder)), { level: 9 }).length;
}
