import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isLong } from '../support/long.ts';
import { buildWeb } from '#local/supervisor/build-web.ts';

export const ROOT = resolve(import.meta.dirname, '../..');
const BIN = join(ROOT, 'node_modules/.bin');
const TOOLS = join(import.meta.dirname, 'tools');

/** A secret in the environment of the build: no bundle may contain it. */
export const PLANTED = 'planted-in-the-environment-of-the-build';

/** A missing tool of this machine, with a helpful message. */
export class NotPreparedError extends Error {
  override readonly name = 'NotPreparedError';
}

/**
 * Prepares everything that the deploy tests use: SST's components, the tools of these tests, the built web application,
 * the bundles. Reuses installed files; the second time takes seconds.
 * @throws NotPreparedError
 */
export async function prepare(): Promise<void> {
  await install();
  await buildWeb(console.log);
  await run('the bundles', join(BIN, 'node'), [join(ROOT, 'ops/bundle/main.ts')], {
    ORIGIN_SECRET: PLANTED,
    SENTRY_DSN: `https://${PLANTED}@sentry.example/1`,
  });
}

/**
 * Installs SST's components and the tools; mostly downloads.
 * @throws NotPreparedError
 */
export async function install(): Promise<void> {
  await Promise.all([installTools(), installPlatform()]);
}

/**
 * AWS's runtime interface client is compiled on this machine, hence a separate package. `npm test` runs no zip under
 * it, and does not compile it.
 */
async function installTools(): Promise<void> {
  const lock = readFileSync(join(TOOLS, 'package-lock.json'), 'utf8');
  const compiles = isLong ? [] : ['--ignore-scripts'];
  await once(join(TOOLS, 'node_modules/.installed'), [process.version, lock, ...compiles], async () => {
    if (isLong) requireCompiler();
    console.log(`installing the tools of the deploy tests (once${isLong ? '; one of them is compiled' : ''}) …`);
    await run('the tools of the deploy tests', 'npm', ['ci', '--prefix', TOOLS, ...compiles]);
  });
}

/** Purpose of each program, by its package in Debian and Ubuntu. */
const PROGRAMS = { cmake: 'cmake', make: 'make', 'c++': 'g++', python3: 'python3', xz: 'xz-utils' } as const;

function requireCompiler(): void {
  if (process.platform !== 'linux') {
    throw new NotPreparedError("AWS's runtime interface client exists for Linux alone: run the deploy tests there.");
  }
  const missing = Object.entries(PROGRAMS).filter(([program]) => !isThere(program));
  if (missing.length === 0) return;
  const [names, packages] = [0, 1].map((part) => missing.map((pair) => pair[part]));
  throw new NotPreparedError(
    `AWS's runtime interface client is compiled here, and this machine has no ${names!.join(', no ')}: ` +
      `apt-get install ${packages!.join(' ')}`,
  );
}

function isThere(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** SST's platform and the provider that `sst.config.ts` names; from npm only. */
async function installPlatform(): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules/sst/package.json'), 'utf8')) as {
    version: string;
  };
  const config = readFileSync(join(ROOT, 'sst.config.ts'), 'utf8');
  await once(join(ROOT, '.sst/platform/.installed'), [version, config], async () => {
    console.log("installing SST's components (once; about half a minute) …");
    const env = { SST_SKIP_DEPENDENCY_CHECK: '1', SST_NO_BUN: '1', SST_TELEMETRY_DISABLED: '1' };
    await run("SST's components", join(BIN, 'sst'), ['install', '--stage', 'dev'], env);
  });
}

/** Runs a step unless it ran before with the same inputs. */
async function once(stamp: string, reasons: readonly string[], work: () => Promise<void>): Promise<void> {
  const digest = createHash('sha256').update(reasons.join('\0')).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  await work();
  if (!existsSync(dirname(stamp))) throw new NotPreparedError(`${dirname(stamp)} is not there after its installation.`);
  writeFileSync(stamp, digest);
}

/**
 * Runs a command without output.
 * @throws NotPreparedError with its last lines
 */
async function run(
  what: string,
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<void> {
  const child = spawn(file, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const code = await new Promise<number | string>((done) => {
    child.once('error', ({ message }) => done(message));
    child.once('close', (exit, signal) => done(exit ?? signal ?? 1));
  });
  if (code !== 0)
    throw new NotPreparedError(`Making ${what} failed (${code}):\n${said.split('\n').slice(-15).join('\n')}`);
}
