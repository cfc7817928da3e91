import type { OrderResource } from '#core/api/v1-resources.ts';
import { filledInstalments, type Instalment } from '#core/domain/payments/instalments.ts';
import { mergeLines, type OrderLine } from '#core/domain/payments/products.ts';
import { LINES, toPublicLine } from '../checkouts/withdrawal.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { isoTime, type Page, type PageQuery, timeCursor, toPage } from './page.ts';

interface OrderRow {
  id: string;
  kind: string;
  sessionId: string | null;
  customerId: string;
  currency: string;
  total: number;
  paid: number;
  open: number;
  instalments: (Instalment & { position: number; dueAt: number })[];
  lines: OrderLine[];
  withdrawnAt: number | null;
  createdAt: number;
}

const ORDER = `select o.id, o.kind, o.session_id as "sessionId", o.customer_id as "customerId", o.currency, t.total, t.paid,
    t.open,
    (select coalesce(json_agg(json_build_object('position', i.position, 'amount', i.amount,
        'dueAt', (extract(epoch from i.due_at) * 1000)::bigint) order by i.position), '[]')
      from order_instalments i where i.account_id = o.account_id and i.order_id = o.id) as instalments,
    ${LINES} as lines, o.withdrawn_at as "withdrawnAt", o.created_at as "createdAt"
  from orders o join order_totals t on t.account_id = o.account_id and t.order_id = o.id
    left join sessions s on s.account_id = o.account_id and s.id = o.session_id
  where o.account_id = $1 and o.status <> 'proposed' and s.deleted_at is null`;

/** Orders of the whole studio with their plans, without those of sessions in the trash: only for callers with `money.all`. */
export async function listOrders(
  db: Queryable,
  accountId: string,
  query: PageQuery & { customerId?: string | undefined },
): Promise<Page<OrderResource>> {
  const [at, id] = timeCursor(query.cursor) ?? [null, null];
  const rows = await db.query<OrderRow>(
    `${ORDER} and ($2::text is null or o.customer_id = $2)
       and ($3::timestamptz is null or (o.created_at, o.id) > ($3, $4))
     order by o.created_at, o.id limit $5`,
    [accountId, query.customerId ?? null, timestamp(at), id, query.limit + 1],
  );
  return toPage(rows, query, (row) => [row.createdAt, row.id], toOrder);
}

/** Returns an order; null if it is missing, foreign, a proposal, or of a session in the trash. */
export async function findOrder(db: Queryable, accountId: string, id: string): Promise<OrderResource | null> {
  const [row] = await db.query<OrderRow>(`${ORDER} and o.id = $2`, [accountId, id]);
  return row ? toOrder(row) : null;
}

function toOrder({
  total,
  paid,
  currency,
  instalments,
  lines,
  withdrawnAt,
  createdAt,
  ...row
}: OrderRow): OrderResource {
  const planned = { paymentAmount: total, depositAmount: 0, dueDate: null, depositDueDate: null, instalments };
  return {
    ...row,
    total: { amount: total, currency },
    paid: { amount: paid, currency },
    lines: mergeLines(lines).map(toPublicLine),
    withdrawnAt: withdrawnAt === null ? null : isoTime(withdrawnAt),
    instalments:
      instalments.length === 0
        ? []
        : filledInstalments(planned, paid).map((part) => ({
            amount: part.amount,
            paid: part.paid,
            dueAt: isoTime(part.dueAt!),
          })),
    createdAt: isoTime(createdAt),
  };
}
