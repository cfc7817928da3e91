import { randomUUID } from 'node:crypto';
import type { Tx } from './database.ts';
import { factorNameTaken, forbidden, notFound, unprocessable } from './errors.ts';
import { isUuid } from './requests.ts';
import { lowerSessions, type SessionRow } from './sessions.ts';
import type { AuthSettings } from './settings.ts';

/** A second factor; only verified ones are required at sign-in. */
export type FactorRow = {
  id: string;
  user_id: string;
  friendly_name: string | null;
  factor_type: 'totp' | 'phone' | 'webauthn';
  status: 'unverified' | 'verified';
  secret: string | null;
  phone: string | null;
  last_challenged_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

/** Milliseconds after which an unverified factor without a challenge is deleted. */
const UNUSED_MS = 300_000;

export async function listFactors(tx: Tx, userId: string): Promise<FactorRow[]> {
  return tx.rows<FactorRow>('select * from auth.mfa_factors where user_id = $1 order by created_at, id', [userId]);
}

/** Returns a user's own factor; 404 for other factors and malformed ids. */
export async function findFactor(tx: Tx, userId: string, id: string): Promise<FactorRow> {
  if (!isUuid(id)) throw notFound('validation_failed', 'factor_id must be an UUID');
  const [factor] = await tx.rows<FactorRow>('select * from auth.mfa_factors where user_id = $1 and id = $2', [
    userId,
    id,
  ]);
  if (!factor) throw notFound('mfa_factor_not_found', 'Factor not found');
  return factor;
}

/** True if the user must show a second factor for sensitive actions. */
export async function hasVerifiedFactor(tx: Tx, userId: string): Promise<boolean> {
  return (await listFactors(tx, userId)).some(({ status }) => status === 'verified');
}

/**
 * Throws if a factor cannot be added: duplicate name, maximum number, or a session that has not shown the existing
 * factor. Deletes abandoned factors of all users first.
 */
export async function requireRoomForFactor(
  tx: Tx,
  session: SessionRow,
  name: string,
  { maxFactors }: AuthSettings,
): Promise<void> {
  await tx.rows(
    // Skips rows that a concurrent request deletes, which avoids deadlocks.
    `delete from auth.mfa_factors where id in (
       select id from auth.mfa_factors factor where status <> 'verified' and created_at < $1
          and not exists (select from auth.mfa_challenges where factor_id = factor.id)
          for update skip locked)`,
    [new Date(tx.now.getTime() - UNUSED_MS)],
  );
  const factors = await listFactors(tx, session.user_id);
  // As hosted: the empty name counts as a name.
  if (factors.some((factor) => (factor.friendly_name ?? '') === name)) throw factorNameTaken(name);
  if (factors.length >= maxFactors) {
    const message = 'Maximum number of verified factors reached, unenroll to continue';
    throw unprocessable('too_many_enrolled_mfa_factors', message);
  }
  if (session.aal !== 'aal2' && factors.some(({ status }) => status === 'verified')) {
    throw forbidden('insufficient_aal', 'AAL2 required to enroll a new factor');
  }
}

export async function insertTotpFactor(tx: Tx, userId: string, name: string, secret: string): Promise<FactorRow> {
  const [factor] = await tx.rows<FactorRow>(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
     values ($1, $2, $3, 'totp', 'unverified', $4, $5, $5) returning *`,
    [randomUUID(), userId, name, secret, tx.now],
  );
  return factor!;
}

/** Verifies a factor by its first code and deletes the user's unverified ones. */
export async function verifyFactor(tx: Tx, factor: FactorRow): Promise<void> {
  await tx.rows(
    `update auth.mfa_factors set status = 'verified', updated_at = $2 where id = $1 and status <> 'verified'`,
    [factor.id, tx.now],
  );
  await tx.rows(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and factor_type = $2`, [
    factor.user_id,
    factor.factor_type,
  ]);
}

/** Deletes a factor; sessions that it raised stay, at the level of their other proofs. */
export async function deleteFactor(tx: Tx, factor: FactorRow): Promise<void> {
  await tx.rows('delete from auth.mfa_factors where id = $1', [factor.id]);
  await lowerSessions(tx, factor.id);
}

/** A factor as the API shows it, without its secret. */
export function presentFactor(factor: FactorRow) {
  return {
    id: factor.id,
    created_at: factor.created_at,
    updated_at: factor.updated_at,
    status: factor.status,
    friendly_name: factor.friendly_name || undefined,
    factor_type: factor.factor_type,
    phone: factor.phone ?? '',
    last_challenged_at: factor.last_challenged_at,
  };
}
