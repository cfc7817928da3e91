import type { DisputeStatus } from '#core/domain/payments/card-payments.ts';
import { formatAmount, formatLongDate } from '#core/domain/values/format.ts';
import { findSuppression, hashAddress } from '../mails/suppressions.ts';
import { MAX_ATTEMPTS } from '../outbox/effects.ts';
import type { Queryable } from '../platform/db/database.ts';
import {
  type AccountLocale,
  type NotificationSubject,
  replyToPerson,
  type StudioNotificationData,
} from './render-studio-notification.ts';

interface PaymentRow {
  client: string;
  email: string;
  sessionId: string | null;
  orderId: string;
  amount: number;
  currency: string;
  receipt: string | null;
  type: string;
  start: number;
  isFailedRefund: boolean;
  dispute: DisputeStatus | null;
}

const DISPUTES: Readonly<Record<DisputeStatus, NotificationSubject>> = {
  open: 'disputed',
  won: 'disputeWon',
  lost: 'disputeLost',
};

/** A payment by card, a refund of one that failed, or a dispute. */
export async function readPaymentNotice(
  db: Queryable,
  accountId: string,
  paymentId: string,
  { language, timeZone }: AccountLocale,
): Promise<StudioNotificationData | null> {
  const [row] = await db.query<PaymentRow>(
    `select c.name as client, c.email, p.session_id as "sessionId", p.order_id as "orderId", p.amount, p.currency,
       p.receipt, coalesce(nullif(s.type, ''), y.name, g.name, order_title(o.account_id, o.id)) as type,
       coalesce(s.date, o.created_at) as start, p.dispute,
       p.refunds_payment_id is not null and p.status = 'failed' as "isFailedRefund"
     from payments p join orders o on o.account_id = p.account_id and o.id = p.order_id
       join customers c on c.account_id = o.account_id and c.id = o.customer_id
       left join sessions s on s.account_id = p.account_id and s.id = p.session_id
       left join galleries g on g.account_id = o.account_id and g.id = o.gallery_id
       left join session_types y on y.account_id = s.account_id and y.id = s.session_type_id
     where p.account_id = $1 and p.id = $2 and s.deleted_at is null`,
    [accountId, paymentId],
  );
  if (!row) return null;
  const date = formatLongDate(row.start, language, timeZone);
  const ofPayment: NotificationSubject = row.dispute ? DISPUTES[row.dispute] : 'paid';
  return {
    summary: row.isFailedRefund ? 'refundFailed' : ofPayment,
    client: row.client,
    date,
    facts: [[formatAmount(row.amount, row.currency, language), row.receipt, row.type, date].filter(Boolean).join('\n')],
    message: '',
    link: row.sessionId === null ? `/app/clients/payments/${row.orderId}` : `/app/clients/sessions/${row.sessionId}`,
    replyTo: replyToPerson(row.email, row.client),
  };
}

interface LatePaymentRow {
  client: string;
  email: string;
  amount: number;
  currency: string;
  type: string;
  start: number | null;
  isBack: boolean;
  /** The client's mail was given up, or came back. */
  isUntold: boolean;
}

/** A payment that came too late: it goes back, or its refund failed. */
export async function readLatePaymentNotice(
  db: Queryable,
  accountId: string,
  checkoutId: string,
  { language, timeZone }: AccountLocale,
): Promise<StudioNotificationData | null> {
  const [row] = await db.query<LatePaymentRow>(
    `select coalesce(k.booking -> 'client' ->> 'name', c.name, '') as client,
       coalesce(k.booking -> 'client' ->> 'email', c.email, '') as email, k.amount, k.currency,
       coalesce(y.name, nullif(s.type, ''), g.name, '') as type,
       coalesce(extract(epoch from s.date)::float8 * 1000, (k.booking ->> 'start')::float8) as start,
       k.status = 'refunded' as "isBack",
       exists (select from outbox o where o.dedupe_key = 'late-mail:' || k.id
         and (o.done_at is not null or o.attempts >= ${MAX_ATTEMPTS})
         and not exists (select from mail_deliveries d
           where d.mail_id = o.id and d.accepted_at is not null and d.outcome is distinct from 'bounce')) as "isUntold"
     from checkouts k left join sessions s on s.account_id = k.account_id and s.id = k.session_id
       left join orders o on o.account_id = k.account_id and o.id = coalesce(k.order_id, k.session_id)
       left join customers c on c.account_id = o.account_id and c.id = o.customer_id
       left join galleries g on g.account_id = o.account_id and g.id = o.gallery_id
       left join session_types y on y.account_id = k.account_id
         and y.id = coalesce(s.session_type_id, k.booking ->> 'sessionTypeId')
     where k.account_id = $1 and k.id = $2 and k.status in ('refunding', 'refunded')`,
    [accountId, checkoutId],
  );
  if (!row) return null;
  const date = row.start === null ? '' : formatLongDate(row.start, language, timeZone);
  const isUntold =
    row.isUntold || row.email === '' || (await findSuppression(db, accountId, hashAddress(row.email))) !== null;
  const ofRefund = isUntold ? 'latePaidUntold' : 'latePaid';
  return {
    summary: row.isBack ? ofRefund : 'latePaidFailed',
    client: row.client,
    date,
    facts: [[formatAmount(row.amount, row.currency, language), row.type, date].filter(Boolean).join('\n')],
    message: '',
    link: '/app/scheduling',
    replyTo: replyToPerson(row.email, row.client),
  };
}
