/*
 * What a cold start of each function costs before it can take a call: the import of its bundle in a Node process of
 * its own, against the import of a function that does nothing. Both are measured in turn, so that whatever else the
 * machine does falls on both.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FUNCTIONS } from '#ops/bundle/functions.ts';
import { packFunction } from '#ops/bundle/pack.ts';
import { describeFigure, HEADING, quantile } from './figure.ts';
import type { Figure } from './figure.ts';

const EMPTY = 'export const env = [];\nexport async function handler() {}\n';

/** Bar of issue "Deployable", in milliseconds on an idle machine. */
const BAR_MS = 250;

/** Everything that any function asks for when it loads; nothing of it is used. */
const ENV = {
  DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:1/none',
  APP_ORIGIN: 'https://albumen.test',
  SUPABASE_URL: 'https://auth.test',
  SUPABASE_ANON_KEY: 'anon',
  AWS_REGION: 'eu-south-2',
  AWS_ACCESS_KEY_ID: 'AKIDBENCH',
  AWS_SECRET_ACCESS_KEY: 'secret-of-benches',
  ORIGINALS_BUCKET: 'originals',
  RENDITIONS_BUCKET: 'renditions',
  IMAGE_TOKEN_KEY: '0f'.repeat(32),
  ZERO_API_KEY: 'zero-api-key-of-benches',
  ORIGIN_SECRET: 'origin-secret-of-benches',
  MAIL_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'studio@albumen.test',
  DISTRIBUTION_ID: 'E0000000000000',
  PAGE_TEMPLATES_DIR: 'templates',
};

/** Milliseconds of a whole process that imports a folder's `index.mjs` and ends, and of that import alone. */
interface Start {
  whole: number;
  module: number;
}

async function start(cwd: string): Promise<Start> {
  const code = `const begun=performance.now();await import('./index.mjs');console.log(performance.now()-begun)`;
  const begun = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    cwd,
    env: ENV,
  });
  return { whole: performance.now() - begun, module: Number(stdout) };
}

async function makeFunctions(folder: string): Promise<{ name: string; path: string }[]> {
  const webDir = join(folder, 'web');
  const empty = join(folder, 'functions/empty');
  await mkdir(webDir, { recursive: true });
  for (const document of ['index.html', 'app.html']) await writeFile(join(webDir, document), '');
  for (const plan of FUNCTIONS) await packFunction(plan, { buildDir: folder, webDir });
  await mkdir(empty);
  await writeFile(join(empty, 'index.mjs'), EMPTY);
  return ['empty', ...FUNCTIONS.map(({ name }) => name)].map((name) => ({
    name,
    path: join(folder, 'functions', name),
  }));
}

/**
 * Cold imports of all functions. The ratio is of whole processes: the bare import of nothing takes a fraction of a
 * millisecond, of which any multiple would say little.
 * @param rounds how often each is started; the median counts
 */
export async function benchColdImport({ rounds = 9 }: { rounds?: number } = {}): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-cold-'));
  try {
    const functions = await makeFunctions(folder);
    const starts = new Map(functions.map(({ name }) => [name, [] as Start[]]));
    for (let round = 0; round < rounds; round++) {
      for (const { name, path } of functions) starts.get(name)!.push(await start(path));
    }
    const median = (name: string, what: keyof Start) => quantile(starts.get(name)!.map((one) => one[what]));
    return FUNCTIONS.flatMap(({ name }) => {
      const ratio = median(name, 'whole') / median('empty', 'whole');
      return [
        {
          bar: '3.2',
          what: `cold start of ${name}`,
          value: ratio,
          limit: null,
          unit: '× an empty function',
          n: rounds,
        },
        {
          bar: '3.2',
          what: `cold import of ${name}`,
          value: median(name, 'module'),
          limit: BAR_MS,
          unit: 'ms',
          n: rounds,
        },
      ];
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log([HEADING, ...(await benchColdImport()).map(describeFigure)].join('\n'));
