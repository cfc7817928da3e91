/**
 * `npm test`: runs all checks one after another, so that two cores are enough; two of them run beside a longer one, in the
 * time in which its workers wait. Each step runs even after a failed one; the end lists all failures with their first
 * lines and the totals. `npm run test:long` adds `--long`, which skips
 * nothing, see support/long.ts.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, freemem, setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { missingPackages, packagesNote } from './browsers/support/packages.ts';
import { playwrightOutcome, vitestOutcome } from './support/reports.ts';
import type { Failure, Outcome } from './support/reports.ts';
import { makeScratch } from './support/scratch.ts';
import { startStack, type Stack } from './support/stack.ts';
import { addressOf, STACK_VARIABLE } from './e2e/support/stack-address.ts';
// Writes the types that the step "lint, types" reads.
import '#locales/generate-types.ts';

const isLong = process.argv.includes('--long');
const ROOT = resolve(import.meta.dirname, '..');
const REPORTS = resolve(ROOT, '.build/reports');
const SCRATCH = makeScratch();
/** Hundreds of processes of the steps load the same files: Node compiles each once. */
Object.assign(process.env, { TMPDIR: SCRATCH, NODE_COMPILE_CACHE: join(SCRATCH, 'compiled') });
/** The compiler's and the linter's garbage is a fifth of their time; collecting it less takes 6 GB more of memory. */
const FEW_COLLECTIONS: Record<string, string> = freemem() > 14 * 1024 ** 3 ? { GOGC: '300' } : {};

type Command = readonly [script: string, ...args: string[]];

interface Step {
  name: string;
  command: Command;
  /** Runs at the same time. */
  beside?: Command;
  /** Reads the runner's report; without one the step counts as one test, judged by its exit code. */
  outcome?: () => Outcome;
  env?: Record<string, string>;
  /** Says why the step is skipped, and how to have it; null if it runs. */
  skipped?: () => string | null;
  /** Ends before the step starts. */
  after?: () => Promise<unknown>;
  /** Runs while the next step runs, at low priority. Its output is printed at its end. */
  background?: boolean;
  /** Uses the product that the steps of browsers share. */
  inProduct?: boolean;
}

const report = (file: string) => JSON.parse(readFileSync(resolve(REPORTS, file), 'utf8')) as unknown;

const STEPS: readonly Step[] = [
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'build', command: ['vite', 'build', '--logLevel', 'warn'] },
  {
    // One thread each: more would infer the same types several times, and need twice the processor time.
    name: 'lint, types',
    command: ['oxlint', '--type-aware', '--deny-warnings', '--threads=1'],
    beside: ['tsc', '-b', '--checkers', '1', '--builders', '1'],
    env: { GOMAXPROCS: '1', ...FEW_COLLECTIONS },
    background: true,
  },
  {
    name: 'unit, integration, contract',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORTS}/vitest.json`],
    outcome: () => vitestOutcome(report('vitest.json')),
  },
  {
    name: 'deploy',
    command: ['node', 'tests/deploy/run.ts'],
    outcome: () => vitestOutcome(report('deploy.json')),
    after: () => installed,
    background: true,
  },
  {
    name: 'browser',
    command: ['playwright', 'test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: `${REPORTS}/playwright.json` },
    inProduct: !isLong,
    outcome: () => playwrightOutcome(report('playwright.json')),
  },
  {
    name: 'engines',
    command: [
      'node',
      'tests/browsers/run.ts',
      ...(isLong ? [] : ['--short']),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${REPORTS}/engines.json`,
    ],
    // All of its flows take the product with a demo.
    inProduct: !isLong,
    skipped: () => packagesNote(missingPackages()),
    outcome: () => vitestOutcome(report('engines.json')),
  },
];

/** Runs a step's commands; those of a background step at low priority, with their output passed on at the end. */
function run({ command, beside, env = {}, background = false }: Step): Promise<boolean> {
  const commands = [command, ...(beside ? [beside] : [])];
  return Promise.all(commands.map((each) => start(each, env, background))).then((ended) => ended.every(Boolean));
}

function start([script, ...args]: Command, env: Record<string, string>, background: boolean): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(resolve(ROOT, 'node_modules/.bin', script), args, {
      cwd: ROOT,
      stdio: background ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...(isLong && { TEST_LONG: '1' }), ...env },
    });
    if (background && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk));
    child.once('error', () => done(false));
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(said));
      done(code === 0);
    });
  });
}

/** Outcome of a step. A failed step has at least one failure, also if its report names none. */
function outcomeOf({ name, outcome }: Step, ok: boolean): Outcome {
  const unexplained = ok ? [] : [{ name, reason: 'It ended with an error; its output is above.' }];
  if (!outcome) return { passed: ok ? 1 : 0, failures: unexplained };
  try {
    const { passed, failures } = outcome();
    return { passed, failures: failures.length > 0 ? failures : unexplained };
  } catch {
    return { passed: 0, failures: [{ name, reason: 'It left no report.' }] };
  }
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
// Beside the other steps: mostly downloads. After a failure the deploy step tries again.
const installed = run({ name: 'install', command: ['node', 'tests/deploy/run.ts', '--install'] });
let passedInAll = 0;
const failed: Failure[] = [];

async function runStep(step: Step): Promise<void> {
  const skipped = step.skipped?.();
  if (skipped) return console.log(`— ${step.name}: skipped. ${skipped}`);
  if (!step.background) console.log(`\n— ${step.name}`);
  const started = Date.now();
  await step.after?.();
  const { passed, failures } = outcomeOf(step, await run(step));
  passedInAll += passed;
  failed.push(...failures);
  const verdict = failures.length === 0 ? 'good' : 'FAILED';
  console.log(`— ${step.name}: ${verdict}, ${((Date.now() - started) / 1000).toFixed(0)} s`);
}

const shared: { product?: Stack | undefined } = {};
/** Starts the product that steps share; without it each starts its own, and reports why it cannot. */
async function openProduct(): Promise<void> {
  shared.product ??= await startStack().catch(() => undefined);
  if (shared.product) process.env[STACK_VARIABLE] = JSON.stringify(addressOf(shared.product));
}

for (const [index, step] of STEPS.entries()) {
  if (step.background) continue;
  const before = STEPS[index - 1];
  const inOrder = async () => {
    if (step.inProduct) await openProduct();
    await runStep(step);
  };
  await Promise.all([inOrder(), before?.background && runStep(before)]);
}
await shared.product?.stop();
// Repeated at the end, so that a long log ends with the failures.
for (const { name, reason } of failed) console.log(`\nFAILED ${name}\n${reason.replaceAll(/^/gmu, '    ')}`);
console.log(`\n${passedInAll} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
