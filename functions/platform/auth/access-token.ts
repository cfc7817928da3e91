import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { AppError } from '#core/domain/errors.ts';
import { userId } from '#core/domain/ids.ts';
import type { Clock } from '#core/domain/time.ts';
import { describeError, log } from '../observability/telemetry.ts';

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
function remoteKeySet(url: string, clock: Clock): JWTVerifyGetKey {
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

/** The person behind a bearer token. */
export interface Identity {
  userId: string;
  /** Empty for those who signed up by phone. As it was when the token was made. */
  email: string;
  /** The session that the token is of; whether it still is, the database knows. */
  sessionId: string;
  /** Whether a second factor was shown in it. */
  isSecondFactor: boolean;
}

/** Turns an access token into a person. Throws AppError `unauthorized` for every token that is not wholly right. */
export type VerifyToken = (token: string) => Promise<Identity>;

/** Anonymous sign-ins carry the role `authenticated` too; keys of services have no `sub`. */
const claims = z.object({
  sub: userId,
  role: z.literal('authenticated'),
  is_anonymous: z.literal(false).optional(),
  email: z.string().optional(),
  session_id: z.uuid(),
  aal: z.string().optional(),
});

/** How far the auth service's clock and ours may differ, in seconds. */
const CLOCK_TOLERANCE_S = 5;

/** Verifies tokens of the auth service at `supabaseUrl`. */
export function tokenVerifier(supabaseUrl: string, clock: Clock): VerifyToken {
  const issuer = `${supabaseUrl}/auth/v1`;
  const keys = remoteKeySet(`${issuer}/.well-known/jwks.json`, clock);
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        // One asymmetric algorithm: `none` and a public key used as an HMAC secret are out before anything is read.
        algorithms: ['ES256'],
        issuer,
        audience: 'authenticated',
        requiredClaims: ['sub', 'exp', 'iat'],
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: new Date(clock()),
      });
      const person = claims.safeParse(payload);
      if (!person.success) throw new AppError('unauthorized');
      const { sub, email = '', session_id: sessionId, aal } = person.data;
      return { userId: sub, email, sessionId, isSecondFactor: aal === 'aal2' };
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new AppError('unauthorized');
      throw error;
    }
  };
}

/** The token of an `Authorization: Bearer …` header, or null. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer ([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/i.exec(authorization ?? '')?.[1] ?? null;
}
