import { randomUUID } from 'node:crypto';
import type { Tx } from './database.ts';

export type AssuranceLevel = 'aal1' | 'aal2';

export type SessionRow = {
  id: string;
  user_id: string;
  /** aal2 once a second factor was shown, with that factor. */
  aal: AssuranceLevel;
  factor_id: string | null;
  created_at: Date;
  not_after: Date | null;
};

/** Authentication methods, as in the `amr` claim. */
export type AuthenticationMethod =
  | 'password'
  | 'otp'
  | 'magiclink'
  | 'recovery'
  | 'invite'
  | 'email/signup'
  | 'email_change'
  | 'oauth'
  | 'totp';

/** Device of a request. */
export type ClientInfo = { userAgent: string | null; ip: string | null };

export async function findSession(tx: Tx, id: string): Promise<SessionRow | null> {
  const [session] = await tx.rows<SessionRow>('select * from auth.sessions where id = $1', [id]);
  return session ?? null;
}

export async function insertSession(
  tx: Tx,
  userId: string,
  method: AuthenticationMethod,
  client: ClientInfo,
): Promise<SessionRow> {
  const [session] = await tx.rows<SessionRow>(
    `insert into auth.sessions (id, user_id, aal, user_agent, ip, created_at, updated_at)
     values ($1, $2, 'aal1', $3, $4, $5, $5) returning *`,
    [randomUUID(), userId, client.userAgent, client.ip, tx.now],
  );
  await addProof(tx, session!.id, method);
  return session!;
}

/** Adds an authentication method; an existing one gets the current time. */
async function addProof(tx: Tx, sessionId: string, method: AuthenticationMethod): Promise<void> {
  await tx.rows(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values ($1, $2, $3, $3, $4)
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [randomUUID(), sessionId, tx.now, method],
  );
}

type Proof = { method: string; timestamp: number };

/** The session's proofs for the `amr` claim, newest first; timestamps in seconds. */
export async function listProofs(tx: Tx, sessionId: string): Promise<Proof[]> {
  const claims = await tx.rows<{ authentication_method: string; updated_at: Date }>(
    // At equal times the second factor is the later one, since it is never shown first.
    `select authentication_method, updated_at from auth.mfa_amr_claims
      where session_id = $1 order by updated_at desc, authentication_method = 'totp' desc, id`,
    [sessionId],
  );
  return claims.map((claim) => ({
    method: claim.authentication_method,
    timestamp: Math.floor(claim.updated_at.getTime() / 1_000),
  }));
}

/** Returns the level of the proofs: a second factor raises a session. */
export function assuranceLevel(proofs: Proof[]): AssuranceLevel {
  return proofs.some(({ method }) => method === 'totp') ? 'aal2' : 'aal1';
}

/** Marks a session as raised by a factor, and ends the user's other sessions without one. */
export async function raiseSession(tx: Tx, session: SessionRow, factorId: string): Promise<SessionRow> {
  await addProof(tx, session.id, 'totp');
  const [raised] = await tx.rows<SessionRow>(
    `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3 where id = $1 returning *`,
    [session.id, factorId, tx.now],
  );
  await tx.rows(`delete from auth.sessions where user_id = $1 and aal < 'aal2'`, [session.user_id]);
  return raised!;
}

/** Lowers the sessions that a deleted factor had raised. */
export async function lowerSessions(tx: Tx, factorId: string): Promise<void> {
  await tx.rows(
    `delete from auth.mfa_amr_claims
      where authentication_method = 'totp' and session_id in (select id from auth.sessions where factor_id = $1)`,
    [factorId],
  );
  await tx.rows(`update auth.sessions set aal = 'aal1', factor_id = null, updated_at = $2 where factor_id = $1`, [
    factorId,
    tx.now,
  ]);
}

/** True if a recovery mail opened the session, which allows a password change without the old one. */
export async function isRecovery(tx: Tx, sessionId: string): Promise<boolean> {
  const proofs = await listProofs(tx, sessionId);
  return proofs.some(({ method }) => ['otp', 'magiclink', 'recovery'].includes(method));
}

export async function touchSession(tx: Tx, id: string, client: ClientInfo): Promise<void> {
  await tx.rows(
    `update auth.sessions
        set refreshed_at = $2::timestamptz at time zone 'utc', updated_at = $2, user_agent = $3, ip = $4
      where id = $1`,
    [id, tx.now, client.userAgent, client.ip],
  );
}

export async function deleteSession(tx: Tx, id: string): Promise<void> {
  await tx.rows('delete from auth.sessions where id = $1', [id]);
}

/** Ends a user's sessions, all or all but one, with their access tokens. */
export async function deleteSessions(tx: Tx, userId: string, exceptId?: string): Promise<void> {
  await tx.rows('delete from auth.sessions where user_id = $1 and id is distinct from $2', [userId, exceptId ?? null]);
}
