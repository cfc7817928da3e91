import type { Context, MiddlewareHandler } from 'hono';
import type { JWTPayload } from 'jose';
import { administrator, type Actor } from './audit.ts';
import type { Tx } from './database.ts';
import { AuthError, forbidden, userBanned } from './errors.ts';
import { inTransaction, type AuthServices } from './services.ts';
import { findSession, type SessionRow } from './sessions.ts';
import type { UserRow } from './user-row.ts';
import { findUserById, isBanned } from './users.ts';

/** Paths that a hosted project's gateway accepts without a key: links in mails, and public data. */
const openPaths = ['/verify', '/callback', '/authorize', '/health', '/.well-known/jwks.json'];

const ADMIN_ROLES = ['service_role', 'supabase_admin'];

/** Acts as the gateway of a hosted project: other calls need one of the project's keys. */
export function requireApiKey({ settings }: AuthServices): MiddlewareHandler {
  return async (c, next) => {
    const path = c.req.path.replace(/^\/auth\/v1/, '');
    const apiKey = c.req.header('apikey') ?? c.req.query('apikey');
    if (!openPaths.includes(path)) {
      if (!apiKey) {
        const hint = 'No `apikey` request header or url param was found.';
        return c.json({ message: 'No API key found in request', hint }, 401);
      }
      if (apiKey !== settings.anonKey && apiKey !== settings.serviceKey) {
        const hint = 'Double check your Supabase `anon` or `service_role` API key.';
        return c.json({ message: 'Invalid API key', hint }, 401);
      }
    }
    return next();
  };
}

/** Returns the claims of the bearer token; the project's keys have the roles `anon` and `service_role`. */
async function bearerClaims({ settings, keys }: AuthServices, c: Context): Promise<JWTPayload> {
  const token = /^bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (!token) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  if (token === settings.serviceKey) return { role: 'service_role' };
  if (token === settings.anonKey) return { role: 'anon' };
  try {
    return await keys.verify(token, settings.now());
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown token';
    throw forbidden('bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`);
  }
}

/**
 * Returns the administrator by the bearer's role: 401 without a bearer, 403 `not_admin` for another role. A user's
 * token is valid only while its session exists.
 */
export async function requireAdmin(services: AuthServices, c: Context): Promise<Actor> {
  const claims = await bearerClaims(services, c);
  if (claims['session_id']) await inTransaction(services, (tx) => loadSignedIn(tx, claims));
  const { role } = claims;
  if (typeof role !== 'string' || !ADMIN_ROLES.includes(role)) throw forbidden('not_admin', 'User not allowed');
  return administrator(role);
}

/** True if the request has an administrator's token; an invalid token is simply false. */
export async function isAdministrator(services: AuthServices, c: Context): Promise<boolean> {
  try {
    await requireAdmin(services, c);
    return true;
  } catch (error) {
    if (error instanceof AuthError) return false;
    throw error;
  }
}

/** Verifies the claims without the database; the returned function then loads their user. */
export async function requireUser(services: AuthServices, c: Context): Promise<(tx: Tx) => Promise<SignedIn>> {
  const claims = await bearerClaims(services, c);
  if (!claims.sub) throw forbidden('bad_jwt', 'invalid claim: missing sub claim');
  return async (tx) => {
    const signedIn = await loadSignedIn(tx, claims);
    if (isBanned(signedIn.user, tx.now)) throw userBanned();
    return signedIn;
  };
}

async function loadSignedIn(tx: Tx, { sub = '', session_id: sessionId }: JWTPayload): Promise<SignedIn> {
  const user = await findUserById(tx, sub);
  if (!user) throw forbidden('user_not_found', 'User from sub claim in JWT does not exist');
  const session = typeof sessionId === 'string' ? await findSession(tx, sessionId) : null;
  if (!session) throw forbidden('session_not_found', 'Session from session_id claim in JWT does not exist');
  return { user, session };
}

export type SignedIn = { user: UserRow; session: SessionRow };
