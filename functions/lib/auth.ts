import { errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { AppError } from '#core/domain/errors.ts';
import { userId } from '#core/domain/ids.ts';
import type { Clock } from '#core/domain/time.ts';
import { remoteKeySet } from './key-set.ts';

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
