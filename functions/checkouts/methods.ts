import { byHandOf, type MethodSettings, readMethods } from '#core/domain/payments/methods.ts';
import type { ByHand } from '#core/domain/payments/transfer-code.ts';
import type { Queryable } from '../platform/db/database.ts';

/** Returns how clients of a studio may pay. */
export async function findMethods(db: Queryable, accountId: string): Promise<MethodSettings> {
  const [row] = await db.query<{ value: unknown }>(
    "select value from settings where account_id = $1 and key = 'methods'",
    [accountId],
  );
  return readMethods(row?.value);
}

/** Returns how an order is paid without Stripe; null if the studio offers no such way, and for an unknown order. */
export async function findByHand(db: Queryable, accountId: string, orderId: string): Promise<ByHand | null> {
  const [row] = await db.query<{ value: unknown; studio: string; currency: string }>(
    `select s.value, a.name as studio, o.currency
     from orders o join accounts a on a.id = o.account_id
       left join settings s on s.account_id = a.id and s.key = 'methods'
     where o.account_id = $1 and o.id = $2`,
    [accountId, orderId],
  );
  return row ? byHandOf(readMethods(row.value), { orderId, ...row }) : null;
}
