import { BILLABLE_STATUSES } from '#core/domain/payments/billing.ts';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { hasProcessing } from '../checkouts/checkouts.ts';
import { scheduleMessage } from '../outbox/messages.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';
import { IS_OPEN } from '../platform/studio-facts.ts';
import { claimNotice } from './notices.ts';

/** Days from an instalment's due day to each of its reminders. */
const REMINDER_DAYS = [-3, 0, 3, 10] as const;
/** Due dates are the end of a day: reminders are sent at nine in the morning, an hour off if the clocks have changed. */
const MORNING_MS = 15 * HOUR_MS;
/** Instalments in one run; the rest waits for the next run. */
const BATCH_SIZE = 1000;

interface DueInstalment {
  accountId: string;
  orderId: string;
  sessionId: string | null;
  position: number;
  /** Epoch milliseconds. */
  dueAt: number;
  days: number;
}

/**
 * Schedules the reminders of instalments that are not fully paid: once each, on the day of the reminder. Skips plans that
 * were made after it, proposals that were accepted on that day, sessions whose price is not owed, orders with a payment
 * on its way, and plans without reminders. The mail checks again when it is sent.
 */
export async function remindOfInstalments({ db, clock }: Pick<JobServices, 'clock' | 'db'>): Promise<number> {
  const now = clock();
  const due = await db.query<DueInstalment>(
    `select i.account_id as "accountId", i.order_id as "orderId", o.session_id as "sessionId", i.position,
       (extract(epoch from i.due_at) * 1000)::float8 as "dueAt", d.days
     from order_instalments i join accounts a on a.id = i.account_id
       join orders o on o.account_id = i.account_id and o.id = i.order_id
       join order_totals t on t.account_id = i.account_id and t.order_id = i.order_id
       join customers c on c.account_id = o.account_id and c.id = o.customer_id
       left join sessions s on s.account_id = o.account_id and s.id = o.session_id
       cross join unnest($2::int[]) as d(days)
       cross join lateral (select i.due_at + d.days * interval '24 hours' - $3 * interval '1 ms' as at) r
     where i.due_at between $1::timestamptz - interval '11 days' and $1::timestamptz + interval '4 days'
       and r.at <= $1 and r.at > $1::timestamptz - interval '24 hours' and i.created_at <= r.at
       and not exists (select from proposals q where q.account_id = i.account_id and q.id = i.order_id
         and q.decided_at > r.at - (interval '24 hours' - $3 * interval '1 ms'))
       and o.plan_reminds and t.payment_status <> 'waived' and ${IS_OPEN} and c.deleted_at is null
       and (o.session_id is null or s.deleted_at is null and s.status = any($4))
       and t.paid < (select sum(p.amount) from order_instalments p
         where p.order_id = i.order_id and p.position <= i.position)
       and not ${hasProcessing('i.account_id', 'i.order_id')}
       and not exists (select from sent_notices n where n.account_id = i.account_id and n.notice_key =
         'instalment:' || i.order_id || ':' || i.position || ':' || (extract(epoch from i.due_at) * 1000)::bigint
           || ':' || d.days)
     order by i.due_at, i.order_id, i.position, d.days limit ${BATCH_SIZE}`,
    [timestamp(now), REMINDER_DAYS, MORNING_MS, BILLABLE_STATUSES],
  );
  let count = 0;
  for (const one of due) {
    if (await db.transaction((tx) => remind(tx, one, now))) count += 1;
  }
  return count;
}

async function remind(
  tx: Queryable,
  { accountId, orderId, sessionId, position, dueAt, days }: DueInstalment,
  now: number,
): Promise<boolean> {
  if (!(await claimNotice(tx, accountId, `instalment:${orderId}:${position}:${dueAt}:${days}`, now))) return false;
  const kind = days > 0 ? 'instalment_overdue' : 'instalment_due';
  const about = sessionId === null ? { orderId } : { sessionId };
  return (await scheduleMessage(tx, { accountId, kind, ...about }, now)) !== null;
}
