import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');

/** The module that the deployment and `npm start` preload into zero-cache. */
export const DRAIN = resolve(ROOT, 'stacks/zero-stack/drain.mjs');

/** Output of the program in docs/upstream/zero-changelog-drain: `waits`, `resolved` or `rejected: <message>`. */
interface LostChangeLog {
  changeLog: string;
  read: string;
  write: string;
}

/** Loses the connection of zero-cache's change log before its first statement. */
export async function loseChangeLog(
  args: readonly string[],
  { node = process.execPath, env = {} }: { node?: string; env?: Record<string, string> } = {},
): Promise<LostChangeLog> {
  const program = resolve(ROOT, 'docs/upstream/zero-changelog-drain/reproduction.mjs');
  const { stdout } = await promisify(execFile)(node, [...args, program], {
    env: { ...process.env, ...env },
    timeout: 20_000,
  });
  return JSON.parse(stdout) as LostChangeLog;
}
