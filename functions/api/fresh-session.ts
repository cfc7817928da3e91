import { AppError } from '#core/domain/errors.ts';
import type { Identity } from '../lib/auth.ts';
import type { Queryable } from '../lib/db.ts';

/**
 * For what cannot be taken back by whoever finds a screen unlocked, or a token: the caller has signed in within the
 * hour. By the database's clock, which the auth service writes its rows by.
 * @throws AppError `sign_in_again`
 */
export async function requireRecentSignIn(tx: Queryable, { sessionId }: Identity): Promise<void> {
  const [fresh] = await tx.query(`select from auth.sessions where id = $1 and created_at > now() - interval '1 hour'`, [
    sessionId,
  ]);
  if (!fresh) throw new AppError('sign_in_again');
}
