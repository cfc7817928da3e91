/* Reads the runners' JSON reports: number of passed tests, and the failed ones with reasons. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

export interface Outcome {
  passed: number;
  failures: readonly Failure[];
}

export interface Failure {
  /** File, describe blocks and test, as the runner names them. */
  name: string;
  /** First lines of the runner's message; empty without one. */
  reason: string;
}

const REASON_LINES = 6;
const SHOWN_LINES = 16;
/** Name of the attachment with the windows of a browser test. */
export const SYNC_TALK = 'sync-talk';

/** Terminal colour codes, which build logs do not render. */
// oxlint-disable-next-line no-control-regex -- an escape is a control character
const COLOUR = /\u001B\[[0-9;]*m/gu;

function firstLines(message: string | undefined): string {
  const lines = (message ?? '').replaceAll(COLOUR, '').split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, REASON_LINES)
    .join('\n');
}

/** The parts of Vitest's `--reporter=json` that are read here. */
interface VitestReport {
  numPassedTests: number;
  testResults: readonly {
    name: string;
    status: string;
    message?: string;
    assertionResults: readonly { status: string; fullName: string; failureMessages?: readonly string[] | null }[];
  }[];
}

/** Reads a Vitest report. A file that failed to load has no tests, and counts as one failure. */
export function vitestOutcome(report: unknown): Outcome {
  const { numPassedTests, testResults } = report as VitestReport;
  const failures = testResults.flatMap(({ name: path, status, message, assertionResults }) => {
    const name = relative(process.cwd(), path);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [{ name, reason: firstLines(message) }] : [];
    return failed.map(({ fullName, failureMessages }) => ({
      name: `${name}: ${fullName}`,
      reason: firstLines(failureMessages?.[0]),
    }));
  });
  return { passed: numPassedTests, failures };
}

/** The parts of Playwright's JSON report that are read here. */
interface PlaywrightReport {
  stats: { expected: number };
  errors: readonly { message?: string }[];
  suites: readonly PlaywrightSuite[];
}

interface PlaywrightSuite {
  title: string;
  suites?: readonly PlaywrightSuite[];
  specs?: readonly {
    title: string;
    tests: readonly {
      projectName: string;
      status: string;
      results: readonly PlaywrightResult[];
    }[];
  }[];
}

interface PlaywrightResult {
  /** All errors of a test: failed assertions, and errors of the browser. */
  errors?: readonly { message?: string }[];
  steps?: readonly PlaywrightStep[];
  /** `body` is in Base64. */
  attachments?: readonly { name: string; path?: string; body?: string }[];
}

/** A `test.step`. */
interface PlaywrightStep {
  title: string;
  error?: unknown;
  steps?: readonly PlaywrightStep[];
}

/** Path of the step in which a test failed. */
function failedSteps(steps: readonly PlaywrightStep[] = []): string[] {
  const failed = steps.find(({ error }) => error);
  return failed ? [failed.title, ...failedSteps(failed.steps)] : [];
}

/** Error message and line of the test, however deep in its steps. */
function toldBy(message: string | undefined): string[] {
  const line = / at \S*?([\w-]+\.spec\.ts:\d+)|\(\S*?([\w-]+\.spec\.ts:\d+)/u.exec(message ?? '');
  const at = line?.[1] ?? line?.[2];
  return [firstLines(message), ...(at ? [`at ${at}`] : [])];
}

/** Start of the page's accessibility snapshot at the end of the test. */
function shownIn(result: PlaywrightResult | undefined): string[] {
  const path = result?.attachments?.find(({ name }) => name === 'error-context')?.path;
  if (!path) return [];
  const snapshot = /```yaml\n(.*?)```/su.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
  const lines = snapshot.replaceAll(/ \[(?:ref|cursor)=\w+\]/gu, '').split('\n');
  const main = lines.findIndex((line) => /^ *- main\b/u.test(line));
  const shown = lines.slice(Math.max(main, 0)).filter((line) => line.trim() !== '');
  return shown.length > 0 ? ['the page:', ...shown.slice(0, SHOWN_LINES)] : [];
}

/** Log of the messages between windows and the sync server. */
function saidIn(result: PlaywrightResult | undefined): string[] {
  const body = result?.attachments?.find(({ name }) => name === SYNC_TALK)?.body;
  return body ? ['the sync:', Buffer.from(body, 'base64').toString()] : [];
}

function specFailures(suite: PlaywrightSuite, path: readonly string[]): Failure[] {
  const here = [...path, suite.title];
  const own = (suite.specs ?? []).flatMap(({ title, tests }) =>
    tests
      // A flaky test counts as failed.
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => {
        const failed = results.find(({ errors }) => errors?.length);
        return {
          name: `[${projectName}] ${[...here, title, ...failedSteps(failed?.steps)].join(' › ')}`,
          reason: [
            ...(failed?.errors ?? []).flatMap(({ message }) => toldBy(message)),
            ...shownIn(failed),
            ...saidIn(failed),
          ].join('\n'),
        };
      }),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => specFailures(inner, here))];
}

/** Reads a Playwright report. An error outside of every test counts as a failure, too. */
export function playwrightOutcome(report: unknown): Outcome {
  const { stats, errors, suites } = report as PlaywrightReport;
  return {
    passed: stats.expected,
    failures: [
      ...errors.map(({ message }) => ({ name: 'outside of every test', reason: firstLines(message) })),
      ...suites.flatMap((suite) => specFailures(suite, [])),
    ],
  };
}
