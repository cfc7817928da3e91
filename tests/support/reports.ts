/* What the runners' own JSON reports say: how many tests passed, and which did not and why. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

export interface Outcome {
  passed: number;
  failures: readonly Failure[];
}

export interface Failure {
  /** File, describe blocks and test, as the runner names them. */
  name: string;
  /** The first lines of what the runner said; empty where it said nothing. */
  reason: string;
}

const REASON_LINES = 6;
const SHOWN_LINES = 16;
/** Name of the attachment of a browser story's windows. */
export const SYNC_TALK = 'sync-talk';

/** Colours of a terminal, which no log of a build shows. */
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

/** Reads a report of Vitest. A file that could not be loaded has no tests, and is one failure. */
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
  /** All that was wrong with it: an assertion, and what the browser complained of. */
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

/** Where in a long story it ended. */
function failedSteps(steps: readonly PlaywrightStep[] = []): string[] {
  const failed = steps.find(({ error }) => error);
  return failed ? [failed.title, ...failedSteps(failed.steps)] : [];
}

/** What was wrong, and in which line of the story, however deep in its steps it was found. */
function toldBy(message: string | undefined): string[] {
  const line = / at \S*?([\w-]+\.spec\.ts:\d+)|\(\S*?([\w-]+\.spec\.ts:\d+)/u.exec(message ?? '');
  const at = line?.[1] ?? line?.[2];
  return [firstLines(message), ...(at ? [`at ${at}`] : [])];
}

/** The beginning of what the page said when the story ended, as a screen reader hears it. */
function shownIn(result: PlaywrightResult | undefined): string[] {
  const path = result?.attachments?.find(({ name }) => name === 'error-context')?.path;
  if (!path) return [];
  const snapshot = /```yaml\n(.*?)```/su.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
  const lines = snapshot.replaceAll(/ \[(?:ref|cursor)=\w+\]/gu, '').split('\n');
  const main = lines.findIndex((line) => /^ *- main\b/u.test(line));
  const shown = lines.slice(Math.max(main, 0)).filter((line) => line.trim() !== '');
  return shown.length > 0 ? ['the page:', ...shown.slice(0, SHOWN_LINES)] : [];
}

/** What the windows and the sync server said to each other. */
function saidIn(result: PlaywrightResult | undefined): string[] {
  const body = result?.attachments?.find(({ name }) => name === SYNC_TALK)?.body;
  return body ? ['the sync:', Buffer.from(body, 'base64').toString()] : [];
}

function specFailures(suite: PlaywrightSuite, path: readonly string[]): Failure[] {
  const here = [...path, suite.title];
  const own = (suite.specs ?? []).flatMap(({ title, tests }) =>
    tests
      // Flaky is broken.
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

/** Reads a report of Playwright. An error outside of every test is a failure too. */
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
