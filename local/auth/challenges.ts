import { randomUUID } from 'node:crypto';
import type { Tx } from './database.ts';
import { AuthError, unprocessable } from './errors.ts';
import type { FactorRow } from './factors.ts';
import type { AuthSettings } from './settings.ts';

/** A challenge for a factor's code: valid for one correct code from the same IP address. */
type ChallengeRow = { id: string; factor_id: string; created_at: Date; verified_at: Date | null };

/** Address of a request with an unknown origin: the column is not nullable. */
const UNKNOWN_ADDRESS = '0.0.0.0';

export async function insertChallenge(tx: Tx, factor: FactorRow, ip: string | null): Promise<ChallengeRow> {
  const [challenge] = await tx.rows<ChallengeRow>(
    `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, $3, $4) returning *`,
    [randomUUID(), factor.id, tx.now, ip ?? UNKNOWN_ADDRESS],
  );
  // The column is unique over all factors: a lock serialises concurrent requests, and each takes the next free
  // microsecond.
  await tx.rows(`select pg_advisory_xact_lock(hashtext('auth.mfa_factors.last_challenged_at'))`);
  await tx.rows(
    `update auth.mfa_factors
        set last_challenged_at = greatest($2::timestamptz, (
              select max(last_challenged_at) + interval '1 microsecond' from auth.mfa_factors
               where last_challenged_at between $2::timestamptz and $2::timestamptz + interval '1 second'))
      where id = $1`,
    [factor.id, tx.now],
  );
  return challenge!;
}

/** Returns the expiry of a challenge. */
export function challengeEnd(challenge: ChallengeRow, { challengeSeconds }: AuthSettings): Date {
  return new Date(challenge.created_at.getTime() + challengeSeconds * 1_000);
}

/**
 * Returns the challenge of a code and locks its row, so that it is used once. Throws 422 if it belongs to another
 * factor, was used, or came from another address. Returns the refusal of an expired one instead of throwing, since its
 * deletion must be committed.
 */
export async function findChallenge(
  tx: Tx,
  factor: FactorRow,
  id: string,
  ip: string | null,
  settings: AuthSettings,
): Promise<ChallengeRow | AuthError> {
  const [challenge] = await tx.rows<ChallengeRow & { from_here: boolean }>(
    `select *, ip_address = $3::inet as from_here from auth.mfa_challenges
      where id::text = lower($1) and factor_id = $2 for update`,
    [id, factor.id, ip ?? UNKNOWN_ADDRESS],
  );
  if (!challenge) {
    throw unprocessable('mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  }
  if (challenge.verified_at || !challenge.from_here) {
    throw unprocessable('mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  }
  if (tx.now <= challengeEnd(challenge, settings)) return challenge;
  await tx.rows('delete from auth.mfa_challenges where id = $1', [challenge.id]);
  return unprocessable(
    'mfa_challenge_expired',
    `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`,
  );
}

/** Marks a challenge as used. */
export async function spendChallenge(tx: Tx, challenge: ChallengeRow): Promise<void> {
  await tx.rows('update auth.mfa_challenges set verified_at = $2 where id = $1', [challenge.id, tx.now]);
}
