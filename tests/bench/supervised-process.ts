import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** The time between SIGTERM and SIGKILL; the embedded services take up to 10 s to stop. */
const GRACE_MS = 30_000;

export interface Limits {
  /** The process is ended after this time. */
  limitMs: number;
  graceMs?: number;
  /** Ends the process before its limit. */
  signal?: AbortSignal;
  /** The process's environment; this process's by default. */
  env?: NodeJS.ProcessEnv;
}

/**
 * Runs a module in its own process group, and returns the message that it sends. At the limit the whole group gets
 * SIGTERM, then SIGKILL; the same when `signal` is aborted.
 * @throws Error saying how the process ended when it sent no message
 */
export async function runProcess(module: URL, args: readonly string[], limits: Limits): Promise<unknown> {
  const { limitMs, graceMs = GRACE_MS, signal, env = process.env } = limits;
  const child = fork(module, args, { detached: true, env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = Promise.withResolvers<string>();
  child.once('error', (error) => ended.resolve(error.message));
  child.once('exit', (code, by) => ended.resolve(by ? `was ended by ${by}` : `ended with exit code ${code}`));
  let forced: NodeJS.Timeout | undefined;
  const stop = () => {
    signalGroup(child.pid!, 'SIGTERM');
    forced ??= setTimeout(signalGroup, graceMs, child.pid!, 'SIGKILL');
  };
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    stop();
  }, limitMs);
  signal?.addEventListener('abort', stop, { once: true });
  let message: unknown;
  child.once('message', (sent) => (message = sent));
  try {
    const reason = await ended.promise;
    if (message === undefined) throw new Error(isLate ? `exceeded its limit of ${limitMs / 1000} s` : reason);
    return message;
  } finally {
    clearTimeout(limit);
    clearTimeout(forced);
    signal?.removeEventListener('abort', stop);
    await endGroup(child.pid!, graceMs);
  }
}

/** Gives the rest of the group, such as a supervisor that stops its services, time to end without a signal. */
async function endGroup(pid: number, graceMs: number): Promise<void> {
  for (const until = Date.now() + graceMs; signalGroup(pid, 0); await sleep(50)) {
    if (Date.now() > until) signalGroup(pid, 'SIGKILL');
  }
}

/** Returns whether the group still has a process. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
