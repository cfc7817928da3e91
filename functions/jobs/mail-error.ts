import { AppError } from '#core/domain/errors.ts';
import type { MailError } from '#core/domain/mail-errors.ts';
import type { Queryable } from '../lib/db.ts';
import { MAX_ATTEMPTS } from '../lib/outbox.ts';

/** A mailbox that does not exist will not exist in five hours either. */
export function isMailRefused(error: unknown): boolean {
  return error instanceof AppError && error.code === 'mail_refused';
}

/** Why an effect's mail is given up; null while it is tried again. */
export async function finalMailError(db: Queryable, effectId: string, error: unknown): Promise<MailError | null> {
  if (isMailRefused(error)) return 'mail_refused';
  const last = await db.query('select from outbox where id = $1 and attempts >= $2', [effectId, MAX_ATTEMPTS]);
  return last.length > 0 ? 'mail_failed' : null;
}
