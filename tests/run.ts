/**
 * `npm test`: runs all checks in two lanes, so that two cores are enough and neither waits for long. Each step runs even
 * after a failed one; the end lists all failures with their first lines and the totals. `npm run test:long` adds
 * `--long`, which skips nothing, see support/long.ts.
 */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { playwrightOutcome, vitestOutcome } from './support/reports.ts';
import type { Failure, Outcome } from './support/reports.ts';

const isLong = process.argv.includes('--long');
const ROOT = resolve(import.meta.dirname, '..');
const REPORTS = resolve(ROOT, '.build/reports');

interface Step {
  name: string;
  command: readonly [script: string, ...args: string[]];
  /** Reads the runner's report; without one the step counts as one test, judged by its exit code. */
  outcome?: () => Outcome;
  env?: Record<string, string>;
  /** Prints the output at its end: another lane prints meanwhile. */
  isBeside?: boolean;
}

const report = (file: string) => JSON.parse(readFileSync(resolve(REPORTS, file), 'utf8')) as unknown;

const FORMAT: Step = { name: 'format', command: ['oxfmt', '--check', '.'] };
const LINT: Step = { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] };
const TYPES: Step = { name: 'types', command: ['tsc', '-b'] };
const BUILD: Step = { name: 'build', command: ['vite', 'build', '--logLevel', 'warn'] };
const VITEST: Step = {
  name: 'unit, integration, contract',
  command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORTS}/vitest.json`],
  outcome: () => vitestOutcome(report('vitest.json')),
};
const BROWSER: Step = {
  name: 'browser',
  command: ['playwright', 'test', '--reporter=list,json'],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: `${REPORTS}/playwright.json` },
  outcome: () => playwrightOutcome(report('playwright.json')),
  isBeside: true,
};
const INSTALL: Step = {
  name: 'tools of the deploy tests',
  command: ['node', 'tests/deploy/run.ts', '--install'],
  isBeside: true,
};
const DEPLOY: Step = {
  name: 'deploy',
  command: ['node', 'tests/deploy/run.ts'],
  outcome: () => vitestOutcome(report('deploy.json')),
};

async function run({ name, command: [script, ...args], env, isBeside = false }: Step): Promise<boolean> {
  const log = resolve(REPORTS, `${name}.log`);
  const output = isBeside ? openSync(log, 'w') : 'inherit';
  const isGood = await new Promise<boolean>((done) => {
    const child = spawn(resolve(ROOT, 'node_modules/.bin', script), args, {
      cwd: ROOT,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...(isLong && { TEST_LONG: '1' }), ...env },
    });
    child.once('error', () => done(false));
    child.once('exit', (code) => done(code === 0));
  });
  if (output !== 'inherit') {
    closeSync(output);
    console.log(`\n${readFileSync(log, 'utf8')}`);
  }
  return isGood;
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

let passedInAll = 0;
const failed: Failure[] = [];

/** Runs steps one after another. */
async function runLane(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    console.log(`\n— ${step.name}`);
    const started = Date.now();
    const { passed, failures } = outcomeOf(step, await run(step));
    passedInAll += passed;
    failed.push(...failures);
    const verdict = failures.length === 0 ? 'good' : 'FAILED';
    console.log(`— ${step.name}: ${verdict}, ${((Date.now() - started) / 1000).toFixed(0)} s`);
  }
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
// Mostly downloads. After a failure the deploy step tries again.
const installed = run(INSTALL);
await runLane([FORMAT, BUILD]);
// Browser tests wait for a third of their time, and the other lane uses it.
await Promise.all([runLane([BROWSER]), runLane([LINT, TYPES, VITEST])]);
await installed;
// By itself: it builds files that others read.
await runLane([DEPLOY]);
// Repeated at the end, so that a long log ends with the failures.
for (const { name, reason } of failed) console.log(`\nFAILED ${name}\n${reason.replaceAll(/^/gmu, '    ')}`);
console.log(`\n${passedInAll} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
