import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { AppError } from '#core/domain/errors.ts';
import type { Clock } from '#core/domain/time.ts';
import { describeError, log } from './log.ts';

/** How long a fetched set is used without asking again, in milliseconds. */
const MAX_AGE_MS = 10 * 60 * 1000;
/** After an unknown key id that a fresh fetch did not bring either, how long no further one may cause a fetch. */
const REFETCH_INTERVAL_MS = 30 * 1000;
const FETCH_TIMEOUT_MS = 5_000;

/**
 * The auth service's public keys, cached. A key id that is not among them causes one fetch, so that a rotated key is
 * accepted at once; when that brings nothing, invented ids cause no more of them for a while. jose's own remote set
 * cools down after every fetch, also after one that was due, and would then refuse a rotated key.
 */
export function remoteKeySet(url: string, clock: Clock): JWTVerifyGetKey {
  let keys: JWTVerifyGetKey | null = null;
  let fetchedAt = 0;
  let missedAt = Number.NEGATIVE_INFINITY;
  let pending: Promise<JWTVerifyGetKey> | null = null;

  const load = () =>
    (pending ??= fetchKeys(url)
      .then((set) => {
        fetchedAt = clock();
        return (keys = createLocalJWKSet(set));
      })
      .finally(() => (pending = null)));

  async function current(): Promise<JWTVerifyGetKey> {
    if (keys && clock() - fetchedAt < MAX_AGE_MS) return keys;
    return load().catch((error: unknown) => {
      // Yesterday's keys are better than turning everybody away while the auth service restarts.
      if (!keys) throw error;
      fetchedAt = clock() - MAX_AGE_MS + REFETCH_INTERVAL_MS;
      return keys;
    });
  }

  return async (header, token) => {
    const known = await current();
    try {
      return await known(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || clock() - missedAt < REFETCH_INTERVAL_MS) throw error;
      missedAt = clock();
      const key = await (await load())(header, token);
      missedAt = Number.NEGATIVE_INFINITY;
      return key;
    }
  };
}

async function fetchKeys(url: string): Promise<JSONWebKeySet> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS), redirect: 'error' });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return (await response.json()) as JSONWebKeySet;
  } catch (error) {
    log('error', 'jwks_unavailable', describeError(error));
    throw new AppError('unavailable', { retryAfter: 5 });
  }
}
