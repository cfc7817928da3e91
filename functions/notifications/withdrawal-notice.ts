import { formatLongDate } from '#core/domain/values/format.ts';
import { readWithdrawals } from '../checkouts/withdrawal.ts';
import { withdrawalStatement } from '../checkouts/withdrawal-text.ts';
import type { Queryable } from '../platform/db/database.ts';
import { type AccountLocale, replyToPerson, type StudioNotificationData } from './render-studio-notification.ts';

/** A client has withdrawn from an order: what they sent, in the studio's language. Null once the studio has dealt with it. */
export async function readWithdrawalNotice(
  db: Queryable,
  accountId: string,
  orderId: string,
  { language, timeZone }: AccountLocale,
): Promise<StudioNotificationData | null> {
  const [client] = await db.query<{ name: string; email: string }>(
    `select c.name, c.email from orders o join customers c on c.account_id = o.account_id and c.id = o.customer_id
     where o.account_id = $1 and o.id = $2 and o.withdrawn_at is not null and o.withdrawal_settled_at is null`,
    [accountId, orderId],
  );
  // What it says does not depend on the present time.
  const [order] = client ? await readWithdrawals(db, accountId, { orderId }, 0) : [];
  if (!client || !order) return null;
  return {
    summary: 'withdrawn',
    client: client.name,
    date: order.date === null ? '' : formatLongDate(order.date, language, timeZone),
    facts: [withdrawalStatement(order, language)],
    message: '',
    link: order.sessionId === null ? `/app/clients/payments/${orderId}` : `/app/clients/sessions/${order.sessionId}`,
    replyTo: replyToPerson(client.email, client.name),
  };
}
