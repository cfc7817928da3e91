import { AppError } from '#core/domain/values/errors.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { ProposalRow } from './read.ts';

/**
 * Inserts the order of a sent proposal, or gives it the proposal's photographer: its mails are about it. It charges
 * nothing until the client accepts.
 * @throws AppError `conflict` if another order has the id
 */
export async function startOrder(
  tx: Queryable,
  {
    accountId,
    id,
    customerId,
    photographerId,
  }: Pick<ProposalRow, 'accountId' | 'id' | 'customerId' | 'photographerId'>,
  now: number,
): Promise<void> {
  const [order] = await tx.query(
    `insert into orders (id, account_id, author_id, kind, status, customer_id, photographer_id, currency, created_at)
     select $2, a.id, p.author_id, 'proposal', 'proposed', $3, $4, a.currency_code, $5
     from proposals p join accounts a on a.id = p.account_id where p.account_id = $1 and p.id = $2
     on conflict (id) do update set customer_id = excluded.customer_id, photographer_id = excluded.photographer_id
       where orders.account_id = excluded.account_id and orders.kind = 'proposal' and orders.status = 'proposed'
     returning id`,
    [accountId, id, customerId, photographerId, timestamp(now)],
  );
  if (!order) throw new AppError('conflict', { field: 'id' });
}
