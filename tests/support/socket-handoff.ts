import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');

/** The module that the deployment and `npm start` preload into zero-cache. */
export const HANDOFF = resolve(ROOT, 'stacks/zero-stack/handoff.mjs');

/** Output of the program in docs/upstream/zero-socket-handoff. */
export interface HandedOver {
  /** True if the dispatcher goes on reading from a socket that it has passed on. */
  isRead: boolean;
  /** The client's first message, as the worker heard it; null if it was lost. */
  heard: string | null;
}

/** Passes the socket of an upgrade to a worker, while the worker's channel is busy. */
export async function handSocketOver(
  args: readonly string[],
  { node = process.execPath, env = {} }: { node?: string; env?: Record<string, string> } = {},
): Promise<HandedOver> {
  const program = resolve(ROOT, 'docs/upstream/zero-socket-handoff/dispatcher.mjs');
  const { stdout } = await promisify(execFile)(node, [...args, program], {
    env: { ...process.env, ...env },
    timeout: 20_000,
  });
  return JSON.parse(stdout) as HandedOver;
}
