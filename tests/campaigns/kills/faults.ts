import { setTimeout as sleep } from 'node:timers/promises';
import { groupSuffix } from '#core/domain/studio/sync-groups.ts';
import { answers, descendantsOf, isRunning, processOf, type Stack } from '../../support/stack.ts';
import { groupOf, type World } from './world.ts';

/** A service by the name of its log; the zero-cache of a group has its number. */
export type Service = 'zero-cache' | `zero-cache-${number}` | 'postgres' | 'functions';

/** All processes of a service; zero-cache's workers have groups of their own. */
function processesOf(stack: Stack, service: Service): number[] {
  const first = processOf(stack, service);
  return [first, ...descendantsOf(first)];
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // It has ended meanwhile, for example with its parent.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Kills all processes of a service without any notice. @returns when, epoch milliseconds */
export async function kill(stack: Stack, service: Service): Promise<number> {
  const pids = processesOf(stack, service);
  signalAll(pids, 'SIGKILL');
  const at = Date.now();
  while (pids.some(isRunning)) await sleep(1);
  return at;
}

/**
 * Stops all processes of a service for a time: connections stay open without an answer, as in a partition.
 * @returns when they went on, epoch milliseconds
 */
export async function suspend(stack: Stack, service: Service, ms: number): Promise<number> {
  const pids = processesOf(stack, service);
  signalAll(pids, 'SIGSTOP');
  try {
    await sleep(ms);
  } finally {
    signalAll(pids, 'SIGCONT');
  }
  return Date.now();
}

/** True if the sync servers of these studios answer, and a page that needs function and database. */
export async function isReady({ stack: { origin } }: World, studios: World['studios']): Promise<boolean> {
  const page = await fetch(`${origin}/p/nobody-${Date.now()}`).catch(() => undefined);
  await page?.body?.cancel();
  const served = studios.map((studio) => answers(`${origin}/zero${groupSuffix(groupOf(studio))}/keepalive`));
  return page?.status === 404 && (await Promise.all(served)).every(Boolean);
}
