/**
 * The cost of each function's cold start before its first request: the import of its bundle in a new Node process,
 * compared with an empty function. Both take turns, so that other load affects both.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FUNCTIONS } from '#ops/bundle/functions.ts';
import { packFunction } from '#ops/bundle/pack.ts';
import { FUNCTION_ENV } from '../support/function-env.ts';
import { quantile } from './figure.ts';
import type { Figure } from './figure.ts';
import type { Sizes } from './sizes.ts';

const EMPTY = 'export const env = [];\nexport async function handler() {}\n';

/** The bar, in milliseconds on an idle machine. */
const LIMIT_MS = 250;
const TIMEOUT_MS = 20_000;

/** Milliseconds of a process that imports a folder's `index.mjs` and ends, and of the import alone. */
interface Start {
  whole: number;
  module: number;
}

async function start(cwd: string): Promise<Start> {
  const code = `const started=performance.now();await import('./index.mjs');console.log(performance.now()-started)`;
  const started = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    cwd,
    env: FUNCTION_ENV,
    timeout: TIMEOUT_MS,
  });
  return { whole: performance.now() - started, module: Number(stdout) };
}

async function packFunctions(folder: string): Promise<{ name: string; path: string }[]> {
  const webDir = join(folder, 'web');
  const empty = join(folder, 'functions/empty');
  await mkdir(webDir, { recursive: true });
  for (const document of ['index.html', 'app.html', 'sign-in.html', 'site.html', 'page-markup.mjs'])
    await writeFile(join(webDir, document), '');
  for (const plan of FUNCTIONS) await packFunction(plan, { buildDir: folder, webDir });
  await mkdir(empty);
  await writeFile(join(empty, 'index.mjs'), EMPTY);
  return ['empty', ...FUNCTIONS.map(({ name }) => name)].map((name) => ({
    name,
    path: join(folder, 'functions', name),
  }));
}

/** Cold starts of all functions. Whole processes are compared, since the import of nothing takes almost no time. */
export async function benchColdImport({ coldStarts }: Pick<Sizes, 'coldStarts'>): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-cold-'));
  try {
    const functions = await packFunctions(folder);
    const starts = new Map(functions.map(({ name }) => [name, [] as Start[]]));
    for (let count = 0; count < coldStarts; count++) {
      for (const { name, path } of functions) starts.get(name)!.push(await start(path));
    }
    const median = (name: string, what: keyof Start) => quantile(starts.get(name)!.map((one) => one[what]));
    return FUNCTIONS.flatMap(({ name }) => {
      const figure = { bar: 'ci', n: coldStarts };
      const ratio = median(name, 'whole') / median('empty', 'whole');
      return [
        { ...figure, what: `cold start of ${name}`, value: ratio, limit: null, unit: '× an empty function' },
        { ...figure, what: `cold import of ${name}`, value: median(name, 'module'), limit: LIMIT_MS, unit: 'ms' },
      ];
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
