import { AppError } from '#core/domain/values/errors.ts';
import { closeCheckouts } from '../checkouts/close-checkouts.ts';
import { readWithdrawals } from '../checkouts/withdrawal.ts';
import { notifyStudio } from '../notifications/studio-notifications.ts';
import { scheduleMessage } from '../outbox/messages.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';

interface Declaration {
  accountId: string;
  orderId: string;
  /** Who declares it, as typed. */
  name: string;
}

/**
 * Declares that the client of an order withdraws from it: stored with its time, confirmed by mail, and told to the studio,
 * which cancels and refunds. What it covers is not asked to be paid from now on. A repeated declaration changes nothing;
 * one from what was ordered after a withdrawal that is settled replaces it.
 * @throws AppError `withdrawal_over` without the right
 */
export async function withdraw(tx: Queryable, { accountId, orderId, name }: Declaration, now: number): Promise<void> {
  // The session's row covers its order.
  await tx.query('select from sessions where account_id = $1 and id = $2 for no key update', [accountId, orderId]);
  await tx.query('select from orders where account_id = $1 and id = $2 for no key update', [accountId, orderId]);
  const [order] = await readWithdrawals(tx, accountId, { orderId }, now);
  if (order?.withdrawal.state === 'declared') return;
  if (order?.withdrawal.state !== 'open') throw new AppError('withdrawal_over');
  await tx.query(
    `update orders set withdrawn_at = $3, withdrawn_name = $4, withdrawn_sources = $5,
       withdrawal_settled_at = null, updated_at = $3
     where account_id = $1 and id = $2`,
    [accountId, orderId, timestamp(now), name, JSON.stringify(order.covered.map(({ source }) => source))],
  );
  await closeCheckouts(tx, { accountId, orderId }, now);
  const of = order.sessionId === null ? { orderId } : { sessionId: order.sessionId };
  await scheduleMessage(tx, { accountId, ...of, kind: 'withdrawal_received' }, now);
  await notifyStudio(tx, { accountId, what: 'change', orderId }, now);
}
