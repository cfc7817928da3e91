import type { PortalReceipt, PortalSession, PortalTask } from '#core/api/portal.ts';
import { amountDue } from '#core/domain/payments/billing.ts';
import type { PayableItem } from '#core/domain/payments/card-payments.ts';
import { formatSessionLocation } from '#core/domain/values/format.ts';
import type { BillingStatus } from '#core/domain/payments/payments.ts';
import { OPEN_STATUSES, sessionEnd, type SessionStatus } from '#core/domain/sessions/sessions.ts';
import { isProcessing } from '../checkouts/checkouts.ts';
import { payableNow, readDues, toPublicPlan } from '../checkouts/payable.ts';
import { type OrderWithdrawal, toWithdrawalState } from '../checkouts/withdrawal.ts';
import type { Queryable } from '../platform/db/database.ts';
import { RECEIPT_DATA } from '../receipts/issue.ts';
import type { ClientLink } from '../public-studio/client-links.ts';
import { nameIn, sessionNameIn } from '../public-studio/names.ts';

type Client = Pick<ClientLink, 'accountId' | 'customerId' | 'language' | 'rights'>;

/** Sessions of one client on their page: a client for life. */
const MAX_SESSIONS = 300;
const MAX_RECEIPTS = 300;

/** Amounts in minor units, times in epoch milliseconds. */
interface SessionRow {
  id: string;
  type: string;
  date: number;
  duration: number;
  status: SessionStatus;
  location: string;
  locationName: string | null;
  locationAddress: string | null;
  paymentStatus: BillingStatus;
  paymentAmount: number;
  paidAmount: number;
}

interface PortalSessions {
  upcoming: PortalSession[];
  past: PortalSession[];
  /** Amounts due, earliest due date first. */
  payments: Extract<PortalTask, { kind: 'payment' }>[];
}

/**
 * Returns a client's sessions and what they owe for them. A session that is under way is upcoming.
 * @param orders all of the client
 */
export async function readSessions(
  db: Queryable,
  { accountId, customerId, language, rights }: Client,
  orders: readonly OrderWithdrawal[],
  now: number,
) {
  const rows = await db.query<SessionRow>(
    `select s.id, coalesce(${sessionNameIn('t', '$4::text')}, '') as type, s.date, s.duration, s.status, s.location,
       l.name as "locationName", l.address as "locationAddress", b.payment_status as "paymentStatus",
       b.payment_amount as "paymentAmount", b.paid_amount as "paidAmount"
     from sessions s join session_billing b on b.account_id = s.account_id and b.session_id = s.id
       left join session_types t on t.account_id = s.account_id and t.id = s.session_type_id
       left join locations l on l.account_id = s.account_id and l.id = s.location_id
     where s.account_id = $1 and s.customer_id = $2 and s.deleted_at is null
     order by s.date desc, s.id limit $3`,
    [accountId, customerId, MAX_SESSIONS, language],
  );
  const isAhead = (row: SessionRow) => OPEN_STATUSES.includes(row.status) && sessionEnd(row) > now;
  const ordered = new Map(orders.map((order) => [order.sessionId, order]));
  const toSession = (row: SessionRow): PortalSession => ({
    ...toPortalSession(row),
    withdrawal: toWithdrawalState(ordered.get(row.id), rights),
  });
  return {
    upcoming: rows.filter(isAhead).map(toSession).reverse(),
    past: rows.filter((row) => !isAhead(row)).map(toPortalSession),
    payments: (await Promise.all(rows.map((row) => toPayment(db, accountId, row, now))))
      .flat()
      .sort((one, other) => (one.dueAt ?? Infinity) - (other.dueAt ?? Infinity)),
  } satisfies PortalSessions;
}

function toPortalSession(row: SessionRow): PortalSession {
  const { id, type, date, status, locationName, locationAddress, location } = row;
  const place = formatSessionLocation(
    locationName === null ? null : { name: locationName, address: locationAddress ?? '' },
    location,
  );
  return { id, type, start: date, end: sessionEnd(row), place, status };
}

async function toPayment(
  db: Queryable,
  accountId: string,
  row: SessionRow,
  now: number,
): Promise<PortalSessions['payments']> {
  if (amountDue({ ...row, session: row }) === 0) return [];
  const dues = await readDues(db, accountId, row.id, now);
  if (!dues?.part) return [];
  const { amount, purpose, dueAt } = dues.part;
  const session = { id: row.id, type: row.type, start: row.date };
  const isThis = ({ item }: { item: PayableItem }) =>
    item.amount === amount && (item.purpose === 'deposit') === (purpose === 'deposit');
  const item = payableNow(dues).find(isThis)?.name ?? null;
  const isOnItsWay = await isProcessing(db, accountId, row.id);
  return [{ kind: 'payment', session, amount, purpose, item, dueAt, plan: toPublicPlan(dues), isOnItsWay }];
}

/** Returns a client's receipts, latest first; without those of refunds that failed. */
export function readReceipts(db: Queryable, { accountId, customerId, language }: Client): Promise<PortalReceipt[]> {
  return db.query<PortalReceipt>(
    `select p.id as "paymentId", r.number, p.date, p.amount, p.currency, p.refunds_payment_id is not null as "isRefund",
       r.data ? 'isProof' as "isProof",
       coalesce(${sessionNameIn('t', '$4::text')}, ${nameIn('g', '$4::text')}, '') as session
     from receipts r join payments p on p.account_id = r.account_id and p.id = r.payment_id
       join orders o on o.account_id = p.account_id and o.id = p.order_id
       left join sessions s on s.account_id = p.account_id and s.id = p.session_id
       left join session_types t on t.account_id = s.account_id and t.id = s.session_type_id
       left join galleries g on g.account_id = o.account_id and g.id = o.gallery_id
     where r.account_id = $1 and p.customer_id = $2 and r.cancelled_at is null
     order by p.date desc, r.number desc limit $3`,
    [accountId, customerId, MAX_RECEIPTS, language],
  );
}

/** Returns the content of a client's receipt; null if it is not theirs. */
export async function findReceipt(
  db: Queryable,
  { accountId, customerId }: Client,
  paymentId: string,
): Promise<unknown> {
  const [row] = await db.query<{ data: unknown }>(
    `select ${RECEIPT_DATA} as data from receipts r join payments p on p.account_id = r.account_id and p.id = r.payment_id
     where r.account_id = $1 and p.customer_id = $2 and r.payment_id = $3`,
    [accountId, customerId, paymentId],
  );
  return row?.data ?? null;
}
