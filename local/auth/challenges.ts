import { randomUUID } from 'node:crypto';
import type { Tx } from './database.ts';
import { AuthError, unprocessable } from './errors.ts';
import type { FactorRow } from './factors.ts';
import type { AuthSettings } from './settings.ts';

/** A question for a factor's code, good for one right answer from where it was asked. */
export type ChallengeRow = { id: string; factor_id: string; created_at: Date; verified_at: Date | null };

/** Where a request came from that nobody can tell: the column allows no gap. */
const UNKNOWN_ADDRESS = '0.0.0.0';

export async function insertChallenge(tx: Tx, factor: FactorRow, ip: string | null): Promise<ChallengeRow> {
  const [challenge] = await tx.rows<ChallengeRow>(
    `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, $3, $4) returning *`,
    [randomUUID(), factor.id, tx.now, ip ?? UNKNOWN_ADDRESS],
  );
  // The column is unique over all factors, and two people may ask in the same instant: one at a time, each takes the
  // next free microsecond.
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

/** When a challenge ends. */
export function challengeEnd(challenge: ChallengeRow, { challengeSeconds }: AuthSettings): Date {
  return new Date(challenge.created_at.getTime() + challengeSeconds * 1_000);
}

/**
 * The challenge that a code answers, its row locked so that it is answered once. Throws 422 for one that is not the
 * factor's, that was answered already, or that was asked from elsewhere. An expired one is removed, which must be
 * committed: so that refusal is returned.
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

/** Marks a challenge as answered: its code is of no further use. */
export async function spendChallenge(tx: Tx, challenge: ChallengeRow): Promise<void> {
  await tx.rows('update auth.mfa_challenges set verified_at = $2 where id = $1', [challenge.id, tx.now]);
}
