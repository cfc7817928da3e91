import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BUILD_DIR, ROOT } from './functions.ts';

/** What Lambda runs on; x64, so that those who test run the very binary that ships. */
const PLATFORM = ['--os=linux', '--cpu=x64', '--libc=glibc'];

/** What nothing opens at run time. Licences stay, and the README of libvips, which lists them. */
const UNUSED = /(?:\.d\.[cm]?ts|\/sharp\/(?:src|install|README\.md|dist\/[^/]+\.cjs))$/;

interface LockedPackage {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

interface Lock {
  lockfileVersion: number;
  packages: Record<string, LockedPackage & { version?: string }>;
}

/**
 * Installs sharp for Lambda into `folder`, in exactly the versions of our own lock file and held against its hashes:
 * what was tested is what ships. Downloads once; each version is kept below `.build`.
 */
export async function installSharp(folder: string): Promise<void> {
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  const packages = closureOf(lock, 'node_modules/sharp');
  const { version } = packages['node_modules/sharp']!;
  const store = join(BUILD_DIR, `sharp-${version}`);
  const modules = await readyModules(store, () => download(store, version!, { ...lock, packages }));
  await cp(modules, join(folder, 'node_modules'), { recursive: true, filter: (path) => !UNUSED.test(path) });
  // npm's own note of what it did.
  await rm(join(folder, 'node_modules/.package-lock.json'), { force: true });
}

/** The stored folder; made anew unless a former run came to its end. */
async function readyModules(store: string, make: () => Promise<void>): Promise<string> {
  const done = join(store, 'done');
  if (!(await readFile(done, 'utf8').catch(() => null))) {
    await rm(store, { recursive: true, force: true });
    await make();
    await writeFile(done, 'yes\n');
  }
  return join(store, 'node_modules');
}

async function download(store: string, version: string, lock: Lock): Promise<void> {
  const manifest = { name: 'sharp-for-lambda', version: '1.0.0', private: true, dependencies: { sharp: version } };
  const packages = { '': manifest, ...lock.packages };
  await mkdir(store, { recursive: true });
  await writeFile(join(store, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(store, 'package-lock.json'), JSON.stringify({ ...manifest, ...lock, packages }));
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  await promisify(execFile)('npm', ['ci', '--prefix', store, '--ignore-scripts', ...PLATFORM, ...quiet], {
    cwd: store,
  });
}

/** A locked package and all it may need, wherever npm put them. */
function closureOf({ packages }: Lock, from: string, found: Lock['packages'] = {}): Lock['packages'] {
  const entry = packages[from];
  if (!entry || found[from]) return found;
  found[from] = entry;
  for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
    const nested = `${from}/node_modules/${name}`;
    closureOf({ packages } as Lock, packages[nested] ? nested : `node_modules/${name}`, found);
  }
  return found;
}
