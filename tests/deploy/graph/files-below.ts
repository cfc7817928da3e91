import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Paths of all files in a folder, recursively, relative to it, sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
