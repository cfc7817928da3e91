import type { PublicInstalment } from '#core/api/dues.ts';
import { nextPart } from '#core/domain/payments/billing.ts';
import {
  ALL_ITEMS,
  findItem,
  isChargeable,
  itemName,
  type PayableItem,
  payableItems,
  type PendingPayment,
} from '#core/domain/payments/card-payments.ts';
import {
  type DuePart,
  type FilledInstalment,
  filledInstalments,
  hasPlan,
  type Instalment,
  shortened,
} from '#core/domain/payments/instalments.ts';
import type { BillingStatus } from '#core/domain/payments/payments.ts';
import type { OrderLine } from '#core/domain/payments/products.ts';
import { chargedMeanwhile } from '#core/domain/payments/withdrawal.ts';
import type { SessionStatus } from '#core/domain/sessions/sessions.ts';
import type { Queryable } from '../platform/db/database.ts';
import { LINES } from './withdrawal.ts';

/** The amounts that a client owes for an order, whether or not they can be paid by card. */
export interface OrderDues {
  sessionId: string | null;
  currency: string;
  items: PayableItem[];
  /** What is paid now or next; null if nothing is owed. */
  part: DuePart | null;
  /** The instalments of a plan; empty for an order without one. */
  plan: FilledInstalment[];
}

interface DuesRow {
  sessionId: string | null;
  currency: string;
  /** Null for an order without a session, which is owed as it is. */
  status: SessionStatus | null;
  paymentStatus: BillingStatus;
  paymentAmount: number;
  depositAmount: number;
  paidAmount: number;
  dueDate: number | null;
  depositDueDate: number | null;
  instalments: (Instalment & { position: number })[];
  pending: PendingPayment[];
  /** What the client has withdrawn from, and the studio has not dealt with: not asked for. Null without that. */
  withdrawnSources: string[] | null;
  /** Null unless the client has withdrawn. */
  lines: OrderLine[] | null;
}

/** SQL: the instalments of the order `o`, as JSON. */
const INSTALMENTS = `(select coalesce(json_agg(json_build_object('position', i.position, 'amount', i.amount,
    'dueAt', (extract(epoch from i.due_at) * 1000)::bigint) order by i.position), '[]')
  from order_instalments i where i.account_id = o.account_id and i.order_id = o.id)`;

/**
 * Returns what is owed for an order at `now`, epoch milliseconds; null if it is gone.
 * @param orderId of a session: the session's id
 */
export async function readDues(
  db: Queryable,
  accountId: string,
  orderId: string,
  now: number,
): Promise<OrderDues | null> {
  const [row] = await db.query<DuesRow>(
    `select o.session_id as "sessionId", o.currency, s.status, t.payment_status as "paymentStatus", t.total as "paymentAmount",
       coalesce(b.deposit_amount, 0) as "depositAmount", t.paid as "paidAmount", b.due_date as "dueDate",
       b.deposit_due_date as "depositDueDate", ${INSTALMENTS} as instalments, p.pending,
       case when o.withdrawal_settled_at is null then o.withdrawn_sources end as "withdrawnSources",
       case when o.withdrawn_at is not null then ${LINES} end as lines
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
  const session = { status: row.status ?? 'completed' };
  // An order without a session is owed like that of a session that was held.
  const billing = { ...row, ...withoutWithdrawn({ ...row, session }), session };
  return {
    sessionId: row.sessionId,
    currency: row.currency,
    items: payableItems(billing, row.pending, now),
    part: nextPart(billing, now),
    plan: hasPlan(billing) ? filledInstalments(billing, row.paidAmount) : [],
  };
}

/** Returns what an order charges, without what its client has withdrawn from. */
function withoutWithdrawn({
  session,
  withdrawnSources,
  lines,
  paymentAmount,
  instalments,
}: DuesRow & { session: { status: SessionStatus } }): Pick<DuesRow, 'paymentAmount' | 'instalments'> {
  if (withdrawnSources === null) return { paymentAmount, instalments };
  const charged = chargedMeanwhile({ session, withdrawnSources, lines: lines ?? [] });
  return { paymentAmount: charged, instalments: shortened(instalments, charged) };
}

/** Returns a payment plan as its client sees it. */
export function toPublicPlan({ plan, part }: Pick<OrderDues, 'plan' | 'part'>): PublicInstalment[] {
  return plan.map(({ position, amount, dueAt, paid }) => ({
    amount,
    dueAt,
    paid,
    isNext: part?.position === position,
  }));
}

interface NamedItem {
  item: PayableItem;
  name: string;
}

/** Returns what a client owes of an order now: of a plan, the part that is due, or all; otherwise each item. */
export function owedNow({ items, plan }: Pick<OrderDues, 'items' | 'plan'>): NamedItem[] {
  const all = plan.length > 0 ? findItem(items, ALL_ITEMS) : undefined;
  const named = (all ? items.slice(0, 1) : items).map((item) => ({ item, name: itemName(item) }));
  return all ? [...named, { item: all, name: ALL_ITEMS }] : named;
}

/** Returns the part of `owedNow` that can be paid by card: an amount below Stripe's least charge is paid in other ways. */
export function payableNow(dues: Pick<OrderDues, 'items' | 'plan' | 'currency'>): NamedItem[] {
  return owedNow(dues).filter(({ item }) => isChargeable(item.amount, dues.currency));
}

/** True if the studio takes payments by card. */
export async function takesCards(db: Queryable, accountId: string): Promise<boolean> {
  const active = await db.query("select from stripe_accounts where account_id = $1 and status = 'active'", [accountId]);
  return active.length > 0;
}

/** Returns what an order's client can pay by card; nothing if the studio takes no payments by card. */
export async function readPayable(
  db: Queryable,
  accountId: string,
  orderId: string,
  now: number,
): Promise<PayableItem[]> {
  if (!(await takesCards(db, accountId))) return [];
  return (await readDues(db, accountId, orderId, now))?.items ?? [];
}
