import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { nodeCommand } from './node-command.ts';
import { DESIGN_DIR, ROOT, WEB_DIR } from './root.ts';
import { StartError } from './start-error.ts';

/** All inputs of the build. */
const SOURCES = ['web', 'core', 'locales', 'vite.config.ts', 'package-lock.json'];
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');

interface Site {
  /** Arguments of `vite build`. */
  args: readonly string[];
  /** A file that every build writes. */
  built: string;
  stamp: string;
  /** Exists during a build, with the builder's process id. */
  building: string;
}

const SITES = {
  web: siteOf('web', join(WEB_DIR, 'index.html'), []),
  design: siteOf('design', join(DESIGN_DIR, 'design.html'), ['--mode', 'design']),
} as const;

function siteOf(name: string, built: string, args: readonly string[]): Site {
  return { args, built, stamp: join(ROOT, `.build/${name}.stamp`), building: join(ROOT, `.build/${name}.building`) };
}

/**
 * Builds the site, or the component page, if its sources have changed since the last build.
 * @param photos folder of an operator's photographs for the landing page
 * @throws StartError with the build's own output
 */
export async function buildWeb(
  say: (line: string) => void,
  name: keyof typeof SITES = 'web',
  photos?: string,
): Promise<void> {
  const site = SITES[name];
  const sources = SOURCES.map((source) => join(ROOT, source));
  const files = [...sources, ...(photos === undefined ? [] : [photos])].flatMap(filesBelow).toSorted();
  const stamp = stampOf(files);
  if (isFresh(site, stamp, files)) return;
  say(`building the ${name === 'web' ? 'web application' : 'component page'} (once for each change of its sources) …`);
  await alone(site, async () => {
    if (isFresh(site, stamp, files)) return;
    await runVite(site, photos);
    writeFileSync(site.stamp, stamp);
  });
}

function isFresh(site: Site, stamp: string, files: readonly string[]): boolean {
  const { built } = site;
  if (!existsSync(built)) return false;
  if (existsSync(site.stamp) && statSync(site.stamp).mtimeMs >= statSync(built).mtimeMs)
    return readFileSync(site.stamp, 'utf8') === stamp;
  // A manual build is valid if no source has changed since.
  const builtAt = statSync(built).mtimeMs;
  return files.every((file) => statSync(file).mtimeMs < builtAt);
}

function stampOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Serialises concurrent starts, which share one build folder: the second finds the finished build. */
async function alone({ building }: Site, build: () => Promise<void>): Promise<void> {
  // A fresh clone has no build folder yet.
  mkdirSync(dirname(building), { recursive: true });
  while (!claim(building)) await delay(200);
  try {
    await build();
  } finally {
    rmSync(building, { force: true });
  }
}

function claim(building: string): boolean {
  try {
    writeFileSync(building, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    // Any other error would be retried forever.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!isBuilderAlive(building)) rmSync(building, { force: true });
    return false;
  }
}

function isBuilderAlive(building: string): boolean {
  try {
    process.kill(Number(readFileSync(building, 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}

function runVite({ args: siteArgs }: Site, photos: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    // An explicit environment: a NODE_ENV of the shell would build React for development.
    const { file, args, options } = nodeCommand([VITE, 'build', '--logLevel', 'warn', ...siteArgs], {
      NODE_ENV: 'production',
      ...(photos === undefined ? {} : { ALBUMEN_PHOTOS: photos }),
    });
    const vite = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [vite.stdout, vite.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    vite.once('error', reject);
    vite.once('close', (code) => (code === 0 ? resolve() : reject(buildError(output))));
  });
}

function buildError(output: string): StartError {
  const lines = output.split('\n').filter(Boolean);
  const reason = lines.find((line) => line.includes('Error: ')) ?? lines[0] ?? 'it says nothing';
  return new StartError(`The web application cannot be built: ${reason}`, output);
}
