import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CommandError } from './command.ts';

/** Folder of package.json. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface ChildOptions {
  /** Added to this process's environment; undefined removes a variable. */
  env?: Record<string, string | undefined>;
  /** Also prints the output as it arrives. */
  echo?: boolean;
}

export interface ChildResult {
  code: number | null;
  stdout: string;
  /** Both streams, interleaved. */
  output: string;
}

/** Runs a program to its end; tests replace it. */
export type RunChild = (file: string, args: readonly string[], options?: ChildOptions) => Promise<ChildResult>;

/** Returns the path of a tool in node_modules, independent of PATH. */
export function installed(tool: 'supabase' | 'sst' | 'vite'): string {
  return fileURLToPath(new URL(`../../node_modules/.bin/${tool}`, import.meta.url));
}

/** Runs a program in the repository, without a terminal. @throws CommandError if it cannot be started */
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
    const advice = file.includes('node_modules') ? 'run "npm ci"' : 'is it installed?';
    child.once('error', () => reject(new CommandError(`${file} cannot be started: ${advice}`)));
    child.once('close', (code) => resolve({ ...result, code }));
  });
