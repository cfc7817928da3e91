import { AppError } from '#core/domain/errors.ts';

/** Takes paths out of the distribution's cache, so that a change is seen at once and not only after its minute. */
export type Purge = (paths: readonly string[]) => Promise<void>;

/** @param url of the distribution's own purge, which asks for its secret */
export function purger(url: string, originSecret: string): Purge {
  return async (paths) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-origin-secret': originSecret },
      body: JSON.stringify({ paths }),
      signal: AbortSignal.timeout(5_000),
    }).catch(() => null);
    if (!response?.ok) throw new AppError('unavailable');
  };
}
