import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { recordAction } from '../audit.ts';
import { requireUser, type SignedIn } from '../authentication.ts';
import { challengeEnd, insertChallenge } from '../challenges.ts';
import type { Tx } from '../database.ts';
import { badRequest, unprocessable, type AuthError } from '../errors.ts';
import { deleteFactor, findFactor, type FactorRow } from '../factors.ts';
import { clientInfo, isUuid, limitRequests, optionalText, readBody } from '../requests.ts';
import { enrolTotp, verifyTotp } from '../second-factors.ts';
import { inTransaction, type AuthServices } from '../services.ts';
import { lockUser } from '../users.ts';

const factorBody = z.object({ factor_type: optionalText, friendly_name: optionalText, issuer: optionalText });
const verifyBody = z.object({ challenge_id: optionalText, code: optionalText });

const factorNames = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' };

/** Enrols, verifies and deletes second factors. Only authenticator apps are supported. */
export function factorRoutes(services: AuthServices): Hono {
  const limited = (handler: typeof challenge) => (c: Context) => {
    limitRequests(services, c, 'factors');
    return handler(services, c);
  };
  return new Hono()
    .post('/factors', (c) => enrol(services, c))
    .post('/factors/:id/challenge', limited(challenge))
    .post('/factors/:id/verify', limited(verify))
    .delete('/factors/:id', (c) => remove(services, c));
}

/** Throws the documented error for unsupported kinds of factors. */
function requireKind(type: string, deed: 'enroll' | 'verify', enabled: boolean): void {
  if (type !== 'totp' && type !== 'phone' && type !== 'webauthn') {
    throw badRequest('factor_type needs to be totp, phone, or webauthn');
  }
  if (type === 'totp' && enabled) return;
  const what = deed === 'enroll' ? 'MFA enroll' : 'MFA verification';
  throw unprocessable(`mfa_${type}_${deed}_not_enabled`, `${what} is disabled for ${factorNames[type]}`);
}

async function enrol(services: AuthServices, c: Context): Promise<Response> {
  const load = await requireUser(services, c);
  const { factor_type: type, friendly_name: name, issuer } = await readBody(c, factorBody);
  const { ip } = clientInfo(c);
  const answer = await inTransaction(services, async (tx) => {
    const signedIn = await loadAlone(tx, load);
    requireKind(type, 'enroll', services.settings.totpEnrollment);
    return enrolTotp(services, tx, signedIn, { name, issuer, ip });
  });
  return c.json(answer);
}

async function challenge(services: AuthServices, c: Context): Promise<Response> {
  const { settings } = services;
  const { ip } = clientInfo(c);
  const answer = await withFactor(services, c, async (tx, { user }, factor) => {
    requireKind(factor.factor_type, 'verify', settings.totpVerification);
    const row = await insertChallenge(tx, factor, ip);
    const traits = { factor_id: factor.id, factor_status: factor.status };
    await recordAction(tx, user, 'challenge_created', { traits, ip });
    const expiresAt = Math.floor(challengeEnd(row, settings).getTime() / 1_000);
    return { id: row.id, type: factor.factor_type, expires_at: expiresAt };
  });
  return c.json(answer);
}

async function verify(services: AuthServices, c: Context): Promise<Response> {
  const { challenge_id: challengeId, code } = await readBody(c, verifyBody);
  const { ip } = clientInfo(c);
  const answer = await withFactor(services, c, async (tx, signedIn, factor) => {
    if (challengeId !== '' && !isUuid(challengeId)) {
      throw badRequest('Could not parse request body as JSON: challenge_id is no UUID', 'bad_json');
    }
    if (!code) throw badRequest('Code needs to be non-empty');
    requireKind(factor.factor_type, 'verify', services.settings.totpVerification);
    return verifyTotp(services, tx, signedIn, factor, { challengeId, code, ip });
  });
  return c.json(answer);
}

async function remove(services: AuthServices, c: Context): Promise<Response> {
  const { ip } = clientInfo(c);
  const answer = await withFactor(services, c, async (tx, { user, session }, factor) => {
    if (factor.status === 'verified' && session.aal !== 'aal2') {
      throw unprocessable('insufficient_aal', 'AAL2 required to unenroll verified factor');
    }
    await deleteFactor(tx, factor);
    const traits = { factor_id: factor.id, factor_status: factor.status, session_id: session.id };
    await recordAction(tx, user, 'factor_unenrolled', { traits, ip });
    return { id: factor.id };
  });
  return c.json(answer);
}

/** Runs `work` with the factor of the path, which must be the caller's own. */
async function withFactor<T>(
  services: AuthServices,
  c: Context,
  work: (tx: Tx, signedIn: SignedIn, factor: FactorRow) => Promise<T | AuthError>,
): Promise<T> {
  const load = await requireUser(services, c);
  return inTransaction(services, async (tx) => {
    const signedIn = await loadAlone(tx, load);
    return work(tx, signedIn, await findFactor(tx, signedIn.user.id, c.req.param('id') ?? ''));
  });
}

/** Loads a user and locks their factors. */
async function loadAlone(tx: Tx, load: (tx: Tx) => Promise<SignedIn>): Promise<SignedIn> {
  await lockUser(tx, (await load(tx)).user.id);
  // Checked again: the request that held the lock may have ended this session.
  return load(tx);
}
