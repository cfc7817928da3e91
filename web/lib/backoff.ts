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
