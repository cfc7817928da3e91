import { randomUUID } from 'node:crypto';
import type { Tx } from './database.ts';

export type SessionRow = { id: string; user_id: string; aal: 'aal1' | 'aal2'; created_at: Date };

/** How somebody proved who they are, as it stands in the `amr` claim. */
export type AuthenticationMethod =
  | 'password'
  | 'otp'
  | 'magiclink'
  | 'recovery'
  | 'invite'
  | 'email/signup'
  | 'email_change'
  | 'anonymous';

/** The device behind a request. */
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
  await tx.rows(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values ($1, $2, $3, $3, $4)`,
    [randomUUID(), session!.id, tx.now, method],
  );
  return session!;
}

/** The session's proofs for the `amr` claim, newest first; timestamps in seconds. */
export async function listProofs(tx: Tx, sessionId: string): Promise<{ method: string; timestamp: number }[]> {
  const claims = await tx.rows<{ authentication_method: string; updated_at: Date }>(
    `select authentication_method, updated_at from auth.mfa_amr_claims
      where session_id = $1 order by updated_at desc, id`,
    [sessionId],
  );
  return claims.map((claim) => ({
    method: claim.authentication_method,
    timestamp: Math.floor(claim.updated_at.getTime() / 1_000),
  }));
}

/** Whether the session was opened by a mail, where the old password need not be known. */
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

/** Ends a user's sessions, all of them or all but one; their access tokens stop working with them. */
export async function deleteSessions(tx: Tx, userId: string, exceptId?: string): Promise<void> {
  await tx.rows('delete from auth.sessions where user_id = $1 and id is distinct from $2', [userId, exceptId ?? null]);
}
