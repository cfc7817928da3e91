/**
 * `npm test`: everything that must hold, one step after another, so that two cores are enough. Each step runs even
 * when one before it failed; the last line counts them all.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const REPORTS = resolve(ROOT, '.build/reports');

interface Count {
  passed: number;
  failed: number;
}

interface Step {
  name: string;
  command: readonly [script: string, ...args: string[]];
  /** A runner's own report; without one the step is one test, judged by its exit code. */
  count?: () => Count;
  env?: Record<string, string>;
}

const report = (file: string) => JSON.parse(readFileSync(resolve(REPORTS, file), 'utf8')) as unknown;

function vitestCount(file: string): Count {
  const { numPassedTests, numFailedTests, numFailedTestSuites } = report(file) as Record<string, number>;
  // A file that cannot be loaded has no tests of its own, and must still count as a failure.
  return { passed: numPassedTests ?? 0, failed: numFailedTests || numFailedTestSuites || 0 };
}

function playwrightCount(): Count {
  const { stats, errors } = report('playwright.json') as {
    stats: { expected: number; unexpected: number; flaky: number };
    errors: unknown[];
  };
  // Flaky is broken.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

const STEPS: readonly Step[] = [
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'build', command: ['vite', 'build', '--logLevel', 'warn'] },
  {
    name: 'unit, integration, contract',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORTS}/vitest.json`],
    count: () => vitestCount('vitest.json'),
  },
  {
    name: 'browser',
    command: ['playwright', 'test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: `${REPORTS}/playwright.json` },
    count: playwrightCount,
  },
  // Last: it builds what others look at, and installs what a machine may not have.
  { name: 'deploy', command: ['node', 'tests/deploy/run.ts'], count: () => vitestCount('deploy.json') },
];

function run({ command: [script, ...args], env }: Step): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(resolve(ROOT, 'node_modules/.bin', script), args, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.once('error', () => done(false));
    child.once('exit', (code) => done(code === 0));
  });
}

function counted(step: Step, ok: boolean): Count {
  const alone = ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  if (!step.count) return alone;
  try {
    const count = step.count();
    return { passed: count.passed, failed: ok ? count.failed : Math.max(1, count.failed) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const total = { passed: 0, failed: 0 };
const failed: string[] = [];
for (const step of STEPS) {
  console.log(`\n— ${step.name}`);
  const started = Date.now();
  const ok = await run(step);
  const { passed, failed: bad } = counted(step, ok);
  total.passed += passed;
  total.failed += bad;
  if (bad > 0) failed.push(step.name);
  console.log(`— ${step.name}: ${bad === 0 ? 'good' : 'FAILED'}, ${((Date.now() - started) / 1000).toFixed(0)} s`);
}
if (failed.length > 0) console.log(`\nfailed: ${failed.join('; ')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
