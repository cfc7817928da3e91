import { fileURLToPath } from 'node:url';

/** Returns the absolute path of a file or folder of the repository. */
export function at(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
