import { format } from 'node:util';
import { afterAll, afterEach, type RunnerTask } from 'vitest';
import { expectedEvents } from './expected-log.ts';

/*
 * Vitest runs this file before each test file. A warning or an error that functions log
 * (functions/platform/observability/telemetry.ts), or that a library writes to the console, fails the test unless its file
 * expects it: a green run prints none.
 */

/** Lines since the last test. */
const unexpected: string[] = [];
const logged = new Set<string>();
let ranAll = false;
expectedEvents.clear();

const write = process.stderr.write.bind(process.stderr);
process.stderr.write = (chunk: string | Uint8Array, ...rest: []) => {
  const line = String(chunk);
  const event = /^\{"timestamp":"[^"]*","level":"(?:warn|error)","event":"([^"]*)"/.exec(line)?.[1];
  if (event === undefined) return write(chunk, ...rest);
  record(event, line);
  return true;
};
const { error, warn } = console;
console.error = console.warn = (...words: unknown[]) => record(firstWord(words), `${format(...words)}\n`);

function record(event: string, line: string): void {
  if (expectedEvents.has(event)) logged.add(event);
  else unexpected.push(line);
}

const firstWord = ([text]: unknown[]) => String(text).split(' ', 1)[0]!;

function refuseUnexpected(): void {
  const lines = unexpected.splice(0);
  if (lines.length > 0) throw new Error(`logged, and not expected (see expectLogged):\n${lines.join('')}`);
}

const hasRun = (task: RunnerTask): boolean => (task.type === 'suite' ? task.tasks.every(hasRun) : task.mode === 'run');

afterEach(({ task }) => {
  ranAll = hasRun(task.file);
  refuseUnexpected();
});

// Registered first, it runs after the hooks of the file.
afterAll(() => {
  process.stderr.write = write;
  Object.assign(console, { error, warn });
  refuseUnexpected();
  const missing = [...expectedEvents].filter((event) => !logged.has(event));
  if (ranAll && missing.length > 0) throw new Error(`expected, and not logged: ${missing.join(', ')}`);
});
