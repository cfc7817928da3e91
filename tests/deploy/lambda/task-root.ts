import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { unzipSync } from 'fflate';
import { clusterUser } from '#local/postgres/cluster-user.ts';
import { openParent } from '#local/postgres/open-folder.ts';

const READ_ONLY = { file: 0o444, folder: 0o555 } as const;
/** Lambda's limit of an unzipped package. */
const MAX_BYTES = 250 * 1024 * 1024;

/**
 * Unzips a package to a read-only folder, like `/var/task`.
 * @returns the folder
 */
export function unpack(zip: Uint8Array): string {
  const root = mkdtempSync(join(openParent(tmpdir(), clusterUser()), 'albumen-task-'));
  const entries = Object.entries(unzipSync(zip)).filter(([name]) => !name.endsWith('/'));
  const bytes = entries.reduce((sum, [, { length }]) => sum + length, 0);
  if (bytes > MAX_BYTES) throw new Error(`The package has ${bytes} bytes unzipped; Lambda takes ${MAX_BYTES}`);
  for (const [name, content] of entries) {
    const file = resolve(root, name);
    if (!file.startsWith(root + sep)) throw new Error(`The package has a file outside its folder: ${name}`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content, { mode: READ_ONLY.file });
  }
  for (const { path, isFolder } of below(root)) if (isFolder) chmodSync(path, READ_ONLY.folder);
  chmodSync(root, READ_ONLY.folder);
  return root;
}

/** Names, sizes and times of all files in a folder, to detect writes. */
export function fingerprint(root: string): string {
  return below(root)
    .map(({ path }) => {
      const { size, mtimeMs, mode } = statSync(path);
      return [path, size, mtimeMs, mode].join(' ');
    })
    .toSorted()
    .join('\n');
}

export function discard(root: string): void {
  chmodSync(root, 0o755);
  for (const { path, isFolder } of below(root)) if (isFolder) chmodSync(path, 0o755);
  rmSync(root, { recursive: true, force: true });
}

function below(root: string): { path: string; isFolder: boolean }[] {
  return readdirSync(root, { recursive: true, withFileTypes: true }).map((entry) => ({
    path: join(entry.parentPath, entry.name),
    isFolder: entry.isDirectory(),
  }));
}
