import { type PayableItem, payableItems, type PendingPayment } from '#core/domain/payments/card-payments.ts';
import type { BillingStatus } from '#core/domain/payments/payments.ts';
import type { SessionStatus } from '#core/domain/sessions/sessions.ts';
import type { Queryable } from '../platform/db/database.ts';

/** The amounts that a session's client owes, whether or not they can be paid by card. */
interface SessionDues {
  status: SessionStatus;
  items: PayableItem[];
}

interface DuesRow {
  status: SessionStatus;
  paymentStatus: BillingStatus;
  paymentAmount: number;
  depositAmount: number;
  paidAmount: number;
  pending: PendingPayment[];
}

/** Returns what is owed for a session; null if it is gone. */
export async function readDues(db: Queryable, accountId: string, sessionId: string): Promise<SessionDues | null> {
  const [row] = await db.query<DuesRow>(
    `select s.status, b.payment_status as "paymentStatus", b.payment_amount as "paymentAmount",
       b.deposit_amount as "depositAmount", b.paid_amount as "paidAmount", p.pending
     from sessions s join session_billing b on b.account_id = s.account_id and b.session_id = s.id
       cross join lateral (
         select coalesce(json_agg(json_build_object('id', p.id, 'purpose', p.purpose, 'amount', p.amount)
           order by p.date, p.id), '[]') as pending
         from payments p where p.account_id = s.account_id and p.session_id = s.id and p.status = 'pending'
           and p.refunds_payment_id is null and p.amount > 0) p
     where s.account_id = $1 and s.id = $2 and s.deleted_at is null`,
    [accountId, sessionId],
  );
  if (!row) return null;
  return { status: row.status, items: payableItems({ ...row, session: row }, row.pending) };
}

/** Returns what a session's client can pay by card; nothing if the studio takes no payments by card. */
export async function readPayable(db: Queryable, accountId: string, sessionId: string): Promise<PayableItem[]> {
  const [active] = await db.query("select from stripe_accounts where account_id = $1 and status = 'active'", [
    accountId,
  ]);
  return active ? ((await readDues(db, accountId, sessionId))?.items ?? []) : [];
}
