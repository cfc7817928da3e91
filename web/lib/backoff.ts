import { SECOND_MS } from '#core/domain/values/durations.ts';

export interface BackoffBounds {
  /** Delay after the first failure, in milliseconds. */
  first: number;
  /** Longest delay before its random part, in milliseconds. */
  max: number;
}

/**
 * Returns the delay in milliseconds before something is tried again. It doubles with each failure. Up to half of it is
 * added at random, so that windows that a server has refused together do not return together.
 * @param failures number of failures in a row before this one
 */
export function backoff(failures: number, { first, max }: BackoffBounds, random: () => number = Math.random): number {
  return Math.min(max, first * 2 ** failures) * (1 + random() / 2);
}

/**
 * Returns the delay in milliseconds after a failed request: at least what the server asked for with `Retry-After`.
 * @param error an `ApiError` or a `Failure`, whose parameters have the header; any other error has none
 */
export function retryDelay(
  error: unknown,
  failures: number,
  bounds: BackoffBounds,
  random: () => number = Math.random,
): number {
  const { params } = (error ?? {}) as { params?: { retryAfter?: unknown } };
  const asked = Number(params?.retryAfter ?? 0) * SECOND_MS;
  return Math.max(backoff(failures, bounds, random), asked > 0 ? asked * (1 + random() / 2) : 0);
}
