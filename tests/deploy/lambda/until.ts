import { setTimeout as delay } from 'node:timers/promises';

const INTERVAL_MS = 25;

/**
 * Polls `read` until it returns a value.
 * @throws Error naming the missing value after a timeout
 */
export async function until<T>(
  what: string,
  read: () => Promise<T | undefined> | T | undefined,
  timeoutMs = 30_000,
): Promise<T> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await delay(INTERVAL_MS)) {
    const found = await read();
    if (found !== undefined) return found;
  }
  throw new Error(`${what} did not come within ${timeoutMs / 1000} s`);
}
