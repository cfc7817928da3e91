import { type PayableItem, payableItems, type PendingPayment } from '#core/domain/payments/card-payments.ts';
import type { BillingStatus } from '#core/domain/payments/payments.ts';
import type { SessionStatus } from '#core/domain/sessions/sessions.ts';
import type { Queryable } from '../platform/db/database.ts';

/** The amounts that a client owes for an order, whether or not they can be paid by card. */
interface OrderDues {
  sessionId: string | null;
  items: PayableItem[];
}

interface DuesRow {
  sessionId: string | null;
  /** Null for an order without a session, which is owed as it is. */
  status: SessionStatus | null;
  paymentStatus: BillingStatus;
  paymentAmount: number;
  depositAmount: number;
  paidAmount: number;
  pending: PendingPayment[];
}

/** Returns what is owed for an order, null if it is gone. @param orderId of a session: the session's id */
export async function readDues(db: Queryable, accountId: string, orderId: string): Promise<OrderDues | null> {
  const [row] = await db.query<DuesRow>(
    `select o.session_id as "sessionId", s.status, t.payment_status as "paymentStatus", t.total as "paymentAmount",
       coalesce(b.deposit_amount, 0) as "depositAmount", t.paid as "paidAmount", p.pending
     from orders o join order_totals t on t.account_id = o.account_id and t.order_id = o.id
       left join sessions s on s.account_id = o.account_id and s.id = o.session_id
       left join session_billing b on b.account_id = o.account_id and b.session_id = o.id
       cross join lateral (
         select coalesce(json_agg(json_build_object('id', p.id, 'purpose', p.purpose, 'amount', p.amount)
           order by p.date, p.id), '[]') as pending
         from payments p where p.account_id = o.account_id and p.order_id = o.id and p.status = 'pending'
           and p.refunds_payment_id is null and p.amount > 0) p
     where o.account_id = $1 and o.id = $2 and s.deleted_at is null`,
    [accountId, orderId],
  );
  if (!row) return null;
  // An order without a session is owed like that of a session that was held.
  const session = { status: row.status ?? 'completed' };
  return { sessionId: row.sessionId, items: payableItems({ ...row, session }, row.pending) };
}

/** Returns what an order's client can pay by card; nothing if the studio takes no payments by card. */
export async function readPayable(db: Queryable, accountId: string, orderId: string): Promise<PayableItem[]> {
  const [active] = await db.query("select from stripe_accounts where account_id = $1 and status = 'active'", [
    accountId,
  ]);
  return active ? ((await readDues(db, accountId, orderId))?.items ?? []) : [];
}
