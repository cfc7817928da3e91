/**
 * `npm test`: runs all checks one after another, so that two cores are enough. Each step runs even after a failed one;
 * the end lists all failures with their first lines and the totals. `npm run test:long` adds `--long`, which skips
 * nothing, see support/long.ts.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { missingPackages, packagesNote } from './browsers/support/packages.ts';
import { playwrightOutcome, vitestOutcome } from './support/reports.ts';
import type { Failure, Outcome } from './support/reports.ts';
// Writes the types that the step "lint, types" reads.
import '#locales/generate-types.ts';

const isLong = process.argv.includes('--long');
const ROOT = resolve(import.meta.dirname, '..');
const REPORTS = resolve(ROOT, '.build/reports');

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
}

const report = (file: string) => JSON.parse(readFileSync(resolve(REPORTS, file), 'utf8')) as unknown;

const STEPS: readonly Step[] = [
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  {
    // One thread each: more would infer the same types several times, and need twice the processor time.
    name: 'lint, types',
    command: ['oxlint', '--type-aware', '--deny-warnings', '--threads=1'],
    beside: ['tsc', '-b', '--checkers', '1', '--builders', '1'],
    env: { GOMAXPROCS: '1' },
  },
  { name: 'build', command: ['vite', 'build', '--logLevel', 'warn'] },
  {
    name: 'unit, integration, contract',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORTS}/vitest.json`],
    outcome: () => vitestOutcome(report('vitest.json')),
  },
  {
    name: 'browser',
    command: ['playwright', 'test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: `${REPORTS}/playwright.json` },
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
    skipped: () => packagesNote(missingPackages()),
    outcome: () => vitestOutcome(report('engines.json')),
  },
  // Last: it builds files that others read.
  {
    name: 'deploy',
    command: ['node', 'tests/deploy/run.ts'],
    outcome: () => vitestOutcome(report('deploy.json')),
    after: () => installed,
  },
];

function run({ command, beside, env = {} }: Step): Promise<boolean> {
  const commands = [command, ...(beside ? [beside] : [])];
  return Promise.all(commands.map((each) => start(each, env))).then((ended) => ended.every(Boolean));
}

function start([script, ...args]: Command, env: Record<string, string>): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(resolve(ROOT, 'node_modules/.bin', script), args, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...(isLong && { TEST_LONG: '1' }), ...env },
    });
    child.once('error', () => done(false));
    child.once('exit', (code) => done(code === 0));
  });
}

/** Outcome of a step. A failed step has at least one failure, whatever its report says. */
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
for (const step of STEPS) {
  console.log(`\n— ${step.name}`);
  const skipped = step.skipped?.();
  if (skipped) {
    console.log(`— ${step.name}: skipped. ${skipped}`);
    continue;
  }
  const started = Date.now();
  await step.after?.();
  const { passed, failures } = outcomeOf(step, await run(step));
  passedInAll += passed;
  failed.push(...failures);
  const verdict = failures.length === 0 ? 'good' : 'FAILED';
  console.log(`— ${step.name}: ${verdict}, ${((Date.now() - started) / 1000).toFixed(0)} s`);
}
// Repeated at the end, so that a long log ends with the failures.
for (const { name, reason } of failed) console.log(`\nFAILED ${name}\n${reason.replaceAll(/^/gmu, '    ')}`);
console.log(`\n${passedInAll} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
