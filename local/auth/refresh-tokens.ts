import { randomInt } from 'node:crypto';
import { recordAction } from './audit.ts';
import type { Tx } from './database.ts';
import { AuthError, badRequest } from './errors.ts';
import { inTransaction, type AuthServices } from './services.ts';
import { findSession, touchSession, type ClientInfo, type SessionRow } from './sessions.ts';
import { issueTokens, type AuthSession } from './tokens.ts';
import type { UserRow } from './user-row.ts';
import { findUserById, isBanned } from './users.ts';

type RefreshTokenRow = {
  id: string;
  token: string;
  parent: string | null;
  revoked: boolean;
  session_id: string | null;
  updated_at: Date;
};

const TOKEN_LENGTH = 12;
const TOKEN_ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** Adds the next token to a session; `parent` is the replaced one. */
export async function insertRefreshToken(tx: Tx, session: SessionRow, parent: string | null): Promise<string> {
  const token = Array.from({ length: TOKEN_LENGTH }, () => TOKEN_ALPHABET.charAt(randomInt(32))).join('');
  await tx.rows(
    `insert into auth.refresh_tokens (token, user_id, session_id, parent, revoked, created_at, updated_at)
     values ($1, $2, $3, $4, false, $5, $5)`,
    [token, session.user_id, session.id, parent ?? '', tx.now],
  );
  return token;
}

/**
 * Exchanges a refresh token for new tokens. A used token is accepted only after a lost response or from a second tab:
 * the active token's parent at any time, others within the reuse interval. Otherwise it counts as stolen: 400, and
 * every token of the session is revoked.
 */
export async function refreshSession(services: AuthServices, token: string, client: ClientInfo): Promise<AuthSession> {
  if (!/^[a-z0-9]{12}$/.test(token)) throw badRequest('Refresh token is not valid');
  // A stolen token's refusal is returned instead of thrown, since the revocation must be committed.
  return inTransaction(services, (tx) => rotate(services, tx, token, client));
}

/**
 * Returns the new token of a session that has shown a second factor. Skips one token, revoked from the start: the
 * previous token is then not the active one's parent, and cannot refresh the raised session (as hosted with its newer
 * kind of tokens). 400 if the session's tokens were revoked.
 */
export async function renewRefreshToken(tx: Tx, user: UserRow, session: SessionRow): Promise<string> {
  const [active] = await activeTokens(tx, session);
  if (!active) throw tokenNotFound();
  await recordAction(tx, user, 'token_revoked');
  const skipped = await insertRefreshToken(tx, session, active.token);
  await tx.rows('update auth.refresh_tokens set revoked = true where session_id = $1', [session.id]);
  return insertRefreshToken(tx, session, skipped);
}

const tokenNotFound = () => badRequest('Invalid Refresh Token: Refresh Token Not Found', 'refresh_token_not_found');

async function activeTokens(tx: Tx, session: SessionRow): Promise<RefreshTokenRow[]> {
  return tx.rows<RefreshTokenRow>(
    'select * from auth.refresh_tokens where session_id = $1 and revoked = false order by id desc limit 1',
    [session.id],
  );
}

async function rotate(
  services: AuthServices,
  tx: Tx,
  token: string,
  client: ClientInfo,
): Promise<AuthSession | AuthError> {
  const [presented] = await tx.rows<RefreshTokenRow>('select * from auth.refresh_tokens where token = $1', [token]);
  if (!presented) throw tokenNotFound();
  const sessionGone = badRequest('Invalid Refresh Token: No Valid Session Found', 'session_not_found');
  if (!presented.session_id) throw sessionGone;
  // Serialises the requests of each session from here on.
  await tx.rows('select 1 from auth.sessions where id = $1 for update', [presented.session_id]);
  const session = await findSession(tx, presented.session_id);
  const user = session && (await findUserById(tx, session.user_id));
  if (!session || !user) throw sessionGone;
  if (isBanned(user, tx.now)) throw badRequest('Invalid Refresh Token: User Banned', 'user_banned');

  if (session.not_after && tx.now > session.not_after) {
    throw badRequest('Invalid Refresh Token: Session Expired', 'session_expired');
  }

  const next = await nextToken(services, tx, token, session);
  if (next === null) {
    await tx.rows('update auth.refresh_tokens set revoked = true where session_id = $1', [session.id]);
    return badRequest('Invalid Refresh Token: Already Used', 'refresh_token_already_used');
  }
  await recordAction(tx, user, 'token_refreshed');
  if (next.swapped) await recordAction(tx, user, 'token_revoked');
  await touchSession(tx, session.id, client);
  return issueTokens(services, tx, user, session, next.token);
}

/** Returns the token to hand out; null if the presented one is no longer accepted. */
async function nextToken(
  services: AuthServices,
  tx: Tx,
  token: string,
  session: SessionRow,
): Promise<{ token: string; swapped: boolean } | null> {
  const [presented] = await tx.rows<RefreshTokenRow>('select * from auth.refresh_tokens where token = $1', [token]);
  if (!presented) return null;
  if (presented.revoked) {
    const [active] = await activeTokens(tx, session);
    // No active token: the whole family was revoked, permanently.
    if (!active) return null;
    if (active.parent === token) return { token: active.token, swapped: false };
    const reusableUntil = presented.updated_at.getTime() + services.settings.refreshReuseSeconds * 1_000;
    if (tx.now.getTime() > reusableUntil) return null;
  } else {
    await tx.rows('update auth.refresh_tokens set revoked = true, updated_at = $2 where token = $1', [token, tx.now]);
  }
  return { token: await insertRefreshToken(tx, session, token), swapped: true };
}
