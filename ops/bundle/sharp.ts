import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BUILD_DIR, ROOT } from './functions.ts';

/** Platform of Lambda. x64, so that tests run the deployed binary. */
const PLATFORM = ['--os=linux', '--cpu=x64', '--libc=glibc'];

/** Files that are never opened at run time. Licences stay, as does the README of libvips, which lists them. */
const UNUSED = /(?:\.d\.[cm]?ts|\/sharp\/(?:src|install|README\.md|dist\/[^/]+\.cjs)|\/node_modules\/\.bin)$/;

interface LockedPackage {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

interface Lock {
  lockfileVersion: number;
  packages: Record<string, LockedPackage & { version?: string }>;
}

/**
 * Installs sharp for Lambda into `folder`, in the versions and with the hashes of our lock file, so that the tested
 * code is deployed. Downloads once; each version is cached below `.build`.
 */
export async function installSharp(folder: string): Promise<void> {
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  const packages = closureOf(lock, 'node_modules/sharp');
  const { version } = packages['node_modules/sharp']!;
  const store = join(BUILD_DIR, `sharp-${version}`);
  const isThere = await stat(store).then(
    () => true,
    () => false,
  );
  if (!isThere) await fillStore(store, (temp) => download(temp, version!, { ...lock, packages }));
  const modules = join(store, 'node_modules');
  await cp(modules, join(folder, 'node_modules'), { recursive: true, filter: (path) => !UNUSED.test(path) });
  // npm's record of the installation.
  await rm(join(folder, 'node_modules/.package-lock.json'), { force: true });
}

/** Fills the store atomically, also when interrupted or run twice at the same time: the first to finish wins. */
async function fillStore(store: string, fill: (temp: string) => Promise<void>): Promise<void> {
  await mkdir(BUILD_DIR, { recursive: true });
  const temp = await mkdtemp(`${store}-`);
  try {
    await fill(temp);
    await rename(temp, store).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(temp, { recursive: true, force: true });
  }
}

async function download(folder: string, version: string, lock: Lock): Promise<void> {
  const manifest = { name: 'sharp-for-lambda', version: '1.0.0', private: true, dependencies: { sharp: version } };
  const packages = { '': manifest, ...lock.packages };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ ...manifest, ...lock, packages }));
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await promisify(execFile)('npm', ['ci', '--prefix', folder, '--ignore-scripts', ...PLATFORM, ...quiet], {
    cwd: folder,
  });
}

/** Returns a locked package with all its dependencies, at any depth of node_modules. */
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
