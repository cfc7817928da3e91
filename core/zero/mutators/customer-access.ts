import type { Transaction } from '@rocicorp/zero';
import { mayHaveEmail } from '../../domain/payments/session-money.ts';
import { AppError } from '../../domain/values/errors.ts';
import type { Ctx } from '../context.ts';
import { type OwnRow, ownRows } from '../own-rows.ts';

/**
 * Locks the customers' sessions in the order of their ids. Call it before locking the customers: session mutations lock
 * the session first and its customer second, so this order avoids deadlocks.
 */
export async function lockCustomerSessions(tx: Transaction, ctx: Ctx, customerIds: readonly string[]): Promise<void> {
  if (tx.location === 'client') return;
  const sql = 'select from sessions where account_id = $1 and customer_id = any($2::text[]) order by id for update';
  await tx.dbTransaction.query(sql, [ctx.accountId, customerIds]);
}

/** Records an email that is being replaced, so that an erasure also finds mails sent to it. */
export async function recordPreviousEmail(
  tx: Transaction,
  ctx: Ctx,
  { id, email }: Pick<OwnRow<'customers'>, 'id' | 'email'>,
  next: string | undefined,
): Promise<void> {
  if (tx.location === 'client' || next === undefined || email === '' || email === next) return;
  await tx.dbTransaction.query(
    'insert into previous_emails (customer_id, account_id, email) values ($1, $2, lower($3)) on conflict do nothing',
    [id, ctx.accountId, email],
  );
}

/**
 * Checks a client's new address, `to`.
 * @throws AppError `forbidden` if amounts of a session, or of an order without one, are hidden from the member
 */
export async function assertMayRedirect(
  tx: Transaction,
  ctx: Ctx,
  { id, email }: Pick<OwnRow<'customers'>, 'id' | 'email'>,
  to: string | undefined,
): Promise<void> {
  if (to === undefined) return;
  const sessions = await tx.run(ownRows(ctx, 'sessions').where('customerId', id).where('deletedAt', 'IS', null));
  const orders = await tx.run(ownRows(ctx, 'orders').where('customerId', id).where('sessionId', 'IS', null));
  if (!mayHaveEmail(ctx, { email, sessions: [...sessions, ...orders] }, to))
    throw new AppError('forbidden', { field: 'email' });
}
