import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder of package.json. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface ChildOptions {
  /** Added to this process's own environment; undefined takes a variable away. */
  env?: Record<string, string | undefined>;
  /** Lets everything it prints through at once, beside keeping it. */
  echo?: boolean;
}

export interface ChildResult {
  code: number | null;
  stdout: string;
  /** Both streams, as they came. */
  output: string;
}

/** Runs a program to its end; a test may put another in its place. */
export type RunChild = (file: string, args: readonly string[], options?: ChildOptions) => Promise<ChildResult>;

/** The command line of a tool from node_modules, whatever the shell's PATH says. */
export function installed(tool: 'supabase' | 'sst' | 'vite'): string {
  return fileURLToPath(new URL(`../../node_modules/.bin/${tool}`, import.meta.url));
}

/** Runs a program in the repository, without a terminal to ask on. @throws Error when it cannot be started */
export const runChild: RunChild = (file, args, { env = {}, echo = false } = {}) =>
  new Promise((resolve, reject) => {
    const quiet = { DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1', SST_TELEMETRY_DISABLED: '1' };
    const child = spawn(file, args, {
      cwd: ROOT,
      env: { ...process.env, ...quiet, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const result: ChildResult = { code: null, stdout: '', output: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      result.stdout += text;
      result.output += text;
      if (echo) process.stdout.write(text);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      result.output += text;
      if (echo) process.stderr.write(text);
    });
    child.once('error', (cause) => reject(new Error(`${file} cannot be started (run "npm ci")`, { cause })));
    child.once('close', (code) => resolve({ ...result, code }));
  });
