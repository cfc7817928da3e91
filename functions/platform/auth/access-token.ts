import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { userId } from '#core/domain/values/ids.ts';
import type { Clock } from '#core/domain/values/time.ts';
import { describeError, log } from '../observability/telemetry.ts';

/** How long a fetched key set is reused, in milliseconds. */
const MAX_AGE_MS = 10 * MINUTE_MS;
/** Pause between fetches after an unknown key id that a fresh fetch did not contain either, in milliseconds. */
const REFETCH_INTERVAL_MS = 30 * 1000;
const FETCH_TIMEOUT_MS = 5_000;

/**
 * Returns the cached public keys of the auth service. An unknown key id causes one fetch, so that a rotated key is
 * accepted immediately; if that does not help, further unknown ids cause none for a while. jose's own remote set cools
 * down after every fetch, even a scheduled one, and would then reject a rotated key.
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
      // Use outdated keys while the auth service restarts, instead of signing everybody out.
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

/** The user of a bearer token. */
export interface Identity {
  userId: string;
  /** Empty for phone sign-ups. As of the time the token was issued. */
  email: string;
  /** Session of the token; the database knows whether it is still active. */
  sessionId: string;
  /** True if a second factor was verified in this session. */
  isSecondFactor: boolean;
}

/** Verifies an access token. @throws AppError `unauthorized` for any invalid token */
export type VerifyToken = (token: string) => Promise<Identity>;

/** Anonymous users have the role `authenticated` too; service keys have no `sub`. */
const claims = z.object({
  sub: userId,
  role: z.literal('authenticated'),
  is_anonymous: z.literal(false).optional(),
  email: z.string().optional(),
  session_id: z.uuid(),
  aal: z.string().optional(),
});

/** Allowed difference between the clocks of the auth service and this server, in seconds. */
const CLOCK_TOLERANCE_S = 5;

/** Returns a verifier for tokens of the auth service at `supabaseUrl`. */
export function tokenVerifier(supabaseUrl: string, clock: Clock): VerifyToken {
  const issuer = `${supabaseUrl}/auth/v1`;
  const keys = remoteKeySet(`${issuer}/.well-known/jwks.json`, clock);
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        // Allow one asymmetric algorithm: this excludes `none`, and a public key used as HMAC secret.
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

/** Returns the token of an `Authorization: Bearer …` header, or null. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer ([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/i.exec(authorization ?? '')?.[1] ?? null;
}
