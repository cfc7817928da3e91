import { ERASED_NAME } from '#core/domain/clients/customers.ts';
import { readTax } from '#core/domain/payments/receipts.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';

/** Receipts per run; the rest waits for the next run. */
const BATCH_SIZE = 500;

/** The client on a receipt after the retention period. */
export const ERASED_CLIENT = { name: ERASED_NAME, address: '', taxId: '' } as const;

/**
 * Locks the receipts of orders whose client is being erased. Commercial law requires issued receipts with their
 * recipient for some years (the setting `tax.receiptYears`, counted from the end of the year of issue), so the client's
 * data stays on them for owners and admins until then. Receipts beyond that are erased immediately.
 */
export async function lockReceipts(
  tx: Queryable,
  accountId: string,
  orderIds: readonly string[],
  now: number,
): Promise<void> {
  const [tax] = await tx.query<{ value: unknown }>(`select value from settings where account_id = $1 and key = 'tax'`, [
    accountId,
  ]);
  await tx.query(
    `update receipts r set client_erase_at = make_timestamptz(
       extract(year from r.issued_at at time zone a.time_zone)::int + $3::int + 1, 1, 1, 0, 0, 0, a.time_zone)
     from payments p join accounts a on a.id = p.account_id
     where p.account_id = r.account_id and p.id = r.payment_id and r.account_id = $1 and p.order_id = any($2::text[])
       and r.client_erase_at is null and r.data ? 'client'`,
    [accountId, orderIds, readTax(tax?.value).receiptYears],
  );
  await eraseReceiptClients(tx, now, accountId);
}

/**
 * Removes the client from locked receipts whose retention period is over: name, address, tax ID, and the session's
 * name if it has no type, and the titles of lines, because those often contain the client's.
 * @param accountId null for all studios
 */
export async function eraseReceiptClients(
  db: Queryable,
  now: number,
  accountId: string | null = null,
): Promise<number> {
  const erased = await db.query(
    `update receipts r set client_erase_at = null,
       data = jsonb_set(jsonb_set(r.data - 'lines', '{client}', $2::jsonb), '{session,name}',
         case when s.session_type_id is null then '""' else coalesce(r.data #> '{session,name}', '""') end)
     from payments p left join sessions s on s.account_id = p.account_id and s.id = p.session_id
     where p.account_id = r.account_id and p.id = r.payment_id and r.payment_id in (
       select d.payment_id from receipts d where d.client_erase_at <= $1 and ($3::text is null or d.account_id = $3)
       order by d.client_erase_at, d.payment_id limit ${BATCH_SIZE})
     returning r.payment_id`,
    [timestamp(now), JSON.stringify(ERASED_CLIENT), accountId],
  );
  return erased.length;
}
