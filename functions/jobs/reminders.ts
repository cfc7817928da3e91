import { DEFAULT_BOOKING_RULES } from '#core/domain/sessions/booking.ts';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { DEFAULT_DELIVERY } from '#core/domain/galleries/galleries.ts';
import { readNotifications } from '#core/domain/studio/notifications.ts';
import { endOfDay, instantAtMinute, localDate, startOfDay } from '#core/domain/values/time.ts';
import { UNDO_WINDOW_MS } from '#core/domain/values/transitions.ts';
import { carryOutDueSteps } from '../automations/due-steps.ts';
import { notifyStudio } from '../notifications/studio-notifications.ts';
import { MAX_ATTEMPTS } from '../outbox/effects.ts';
import { enqueue, enqueueAll } from '../outbox/enqueue.ts';
import { scheduleMessage } from '../outbox/messages.ts';
import { timestamp } from '../platform/db/database.ts';
import { IS_OPEN } from '../platform/studio-facts.ts';
import type { JobServices } from '../platform/job-services.ts';
import { enqueueSelectionMail } from '../proofing/enqueue-mails.ts';
import { NOTICE_KEY } from '../sessions/session-mails.ts';
import { remindOfInstalments } from './instalment-reminders.ts';
import { claimNotice } from './notices.ts';

type Deps = Pick<JobServices, 'clock' | 'db'>;

/** The longest lead time that `bookingRules` allows. */
const MAX_LEAD_MS = 168 * HOUR_MS;
/** Sessions and studios per run; the rest waits for the next run. */
const BATCH_SIZE = 1000;
/** Minutes of the studio's local day between which its day overview is sent. */
const MORNING = { from: 7 * 60, until: 12 * 60 };

export interface RemindersRun {
  reminders: number;
  closings: number;
  selections: number;
  instalments: number;
  days: number;
  steps: number;
  lost: number;
}

/**
 * Sends what is due at a certain time: reminders to clients of sessions, of galleries that close, of selections and of
 * instalments that are due, day overviews to studios, and steps of automations. Runs may overlap.
 */
export async function sendReminders(jobs: Deps): Promise<RemindersRun> {
  const now = jobs.clock();
  return {
    reminders: await scheduleClientReminders(jobs, now),
    closings: await remindOfClosings(jobs, now),
    selections: await remindOfSelections(jobs, now),
    instalments: await remindOfInstalments(jobs),
    days: await sendDayOverviews(jobs, now),
    steps: await carryOutDueSteps(jobs, now),
    lost: await failStuckMessages(jobs, now),
  };
}

/** SQL: a setting of the row's studio. With `limit 1` PostgreSQL searches it by its key; a join would read all settings. */
const setting = (row: string, key: string) =>
  `select n.value from settings n where n.account_id = ${row}.account_id and n.key = '${key}' limit 1`;

interface UpcomingSession {
  id: string;
  accountId: string;
  start: number;
}

/** SQL for the setting as `readBookingRules` reads it: invalid values become the default. */
const HOURS = `case when (b.value -> 'reminderHours')::text ~ '^([0-9]{1,2}|1[0-5][0-9]|16[0-8])$'
  then (b.value ->> 'reminderHours')::int else ${DEFAULT_BOOKING_RULES.reminderHours} end`;

/**
 * Schedules reminders that are due. Skips sessions that were booked, rescheduled or approved after the reminder time,
 * because their client already has a recent mail; an approval mail is sent only after the undo window. Lead times are
 * elapsed hours, independent of clock changes, so nobody is reminded twice or never.
 */
async function scheduleClientReminders({ db }: Deps, now: number): Promise<number> {
  const coming = await db.query<UpcomingSession>(
    `select s.id, s.account_id as "accountId", s.date as start
     from sessions s join accounts a on a.id = s.account_id
       join customers c on c.account_id = s.account_id and c.id = s.customer_id
       left join lateral (${setting('s', 'booking')}) b on true
       cross join lateral (select ${HOURS} as hours) r
       cross join lateral (select s.date - r.hours * interval '1 hour' as at) due
     where s.status in ('scheduled', 'confirmed') and s.deleted_at is null and c.deleted_at is null and ${IS_OPEN}
       and s.date > $1 and s.date <= $2 and r.hours > 0 and due.at <= $1 and s.created_at <= due.at
       and not exists (select from sent_notices g where g.account_id = s.account_id and g.notice_key = ${NOTICE_KEY})
       and not exists (select from session_events e
         where e.account_id = s.account_id and e.session_id = s.id and (e.kind = 'rescheduled' and e.at > due.at
           or e.kind = 'status' and e.details ->> 'from' = 'inquiry' and e.at > due.at - $3 * interval '1 ms'))
     order by s.date, s.id limit ${BATCH_SIZE}`,
    [timestamp(now), timestamp(now + MAX_LEAD_MS), UNDO_WINDOW_MS],
  );
  let count = 0;
  for (const { id, accountId, start } of coming) {
    const isFirst = await db.transaction(async (tx) => {
      if (!(await claimNotice(tx, accountId, `session:${id}:${start}`, now))) return false;
      await scheduleMessage(tx, { accountId, kind: 'session_reminder', sessionId: id }, now);
      return true;
    });
    if (isFirst) count += 1;
  }
  return count;
}

/** The longest lead time of the setting `delivery`. */
const MAX_CLOSING_MS = 30 * DAY_MS;

/** SQL for the setting as `readDelivery` reads it. */
const DAYS = `case when (d.value -> 'closingReminderDays')::text ~ '^([0-9]|[12][0-9]|30)$'
  then (d.value ->> 'closingReminderDays')::int else ${DEFAULT_DELIVERY.closingReminderDays} end`;

/**
 * Queues a reminder to each invited person of the galleries that close soon, once for each closing time. Skips people
 * who were invited within the lead time: they have a recent mail.
 */
async function remindOfClosings({ db }: Deps, now: number): Promise<number> {
  const due = await db.query<{ galleryId: string; accountId: string; expiresAt: number; grantIds: string[] }>(
    `select g.id as "galleryId", g.account_id as "accountId", g.expires_at as "expiresAt", p.ids as "grantIds"
     from galleries g join accounts a on a.id = g.account_id
       left join lateral (${setting('g', 'delivery')}) d on true
       cross join lateral (select ${DAYS} as days) s
       cross join lateral (
         select array_agg(r.id order by r.id) as ids from grants r
         where r.account_id = g.account_id and r.gallery_id = g.id and r.status in ('sent', 'opened', 'accepted')
           and (r.expires_at is null or r.expires_at > $1)
           and coalesce(r.sent_at, r.created_at) <= g.expires_at - s.days * interval '24 hours') p
     where g.status = 'published' and g.deleted_at is null and ${IS_OPEN} and g.expires_at > $1
       and g.expires_at <= $2 and s.days > 0 and g.expires_at - s.days * interval '24 hours' <= $1 and p.ids is not null
       and not exists (select from sent_notices n where n.account_id = g.account_id
         and n.notice_key = 'closing:' || g.id || ':' || (extract(epoch from g.expires_at) * 1000)::bigint)
     order by g.expires_at, g.id limit ${BATCH_SIZE}`,
    [timestamp(now), timestamp(now + MAX_CLOSING_MS)],
  );
  let count = 0;
  for (const { galleryId, accountId, expiresAt, grantIds } of due) {
    await db.transaction(async (tx) => {
      if (!(await claimNotice(tx, accountId, `closing:${galleryId}:${expiresAt}`, now))) return;
      const mails = grantIds.map((grantId) => ({ payload: { grantId, expiresAt }, dedupeKey: `closing:${grantId}` }));
      await enqueueAll(tx, accountId, 'gallery.closing', mails, now);
      count += mails.length;
    });
  }
  return count;
}

/** Days before a selection is due that its people are reminded. */
const SELECTION_DAYS = [3, 1] as const;

/**
 * Queues a reminder to the people of each open selection that is due in three days, and again in one, once for each due
 * time. Skips selections that were made within that time: their people have a recent mail.
 */
async function remindOfSelections({ db }: Deps, now: number): Promise<number> {
  const [first, last] = SELECTION_DAYS;
  const due = await db.query<{ listId: string; accountId: string; dueAt: number; days: number }>(
    `select l.id as "listId", l.account_id as "accountId", l.due_at as "dueAt", s.days
     from pick_lists l join galleries g on g.id = l.gallery_id join accounts a on a.id = l.account_id
       cross join lateral (
         select case when l.due_at <= $1::timestamptz + $3 * interval '24 hours' then $3 else $2 end as days) s
     where l.kind = 'selection' and l.status = 'open' and l.deleted_at is null
       and l.due_at > $1 and l.due_at <= $1::timestamptz + $2 * interval '24 hours'
       and l.created_at <= l.due_at - s.days * interval '24 hours'
       and g.status = 'published' and g.deleted_at is null and (g.expires_at is null or g.expires_at > $1)
       and ${IS_OPEN} and not exists (select from sent_notices n where n.account_id = l.account_id
         and n.notice_key = 'selection:' || l.id || ':' || (extract(epoch from l.due_at) * 1000)::bigint || ':' || s.days)
     order by l.due_at, l.id limit ${BATCH_SIZE}`,
    [timestamp(now), first, last],
  );
  let count = 0;
  for (const { listId, accountId, dueAt, days } of due) {
    await db.transaction(async (tx) => {
      if (!(await claimNotice(tx, accountId, `selection:${listId}:${dueAt}:${days}`, now))) return;
      count += await enqueueSelectionMail(tx, { accountId, listId, kind: 'selection_reminder' }, now);
      await tx.query('update pick_lists set reminded_at = $2 where id = $1', [listId, timestamp(now)]);
    });
  }
  return count;
}

/** Mails the sessions of the day to studios that enabled it, in their local morning. */
async function sendDayOverviews({ db }: Deps, now: number): Promise<number> {
  const studios = await db.query<{ accountId: string; zone: string; value: unknown }>(
    `select a.id as "accountId", a.time_zone as zone, n.value from settings n join accounts a on a.id = n.account_id
     where n.key = 'notifications' and n.value @> '{"day": true}' and a.deleted_at is null order by a.id`,
  );
  let count = 0;
  for (const { accountId, zone, value } of studios) {
    const today = localDate(now, zone);
    const isMorning =
      now >= instantAtMinute(today, MORNING.from, zone) && now < instantAtMinute(today, MORNING.until, zone);
    if (!isMorning || !readNotifications(value).day) continue;
    const day = { from: startOfDay(today, zone), until: endOfDay(today, zone) };
    const isFirst = await db.transaction(async (tx) => {
      if (!(await claimNotice(tx, accountId, `day:${today}`, now))) return false;
      // The mail's job checks whether the day has sessions.
      await enqueue(tx, accountId, 'studio.notification', { accountId, what: 'day', day }, now);
      return true;
    });
    if (isFirst) count += 1;
  }
  return count;
}

/** Fails messages whose run died in its last attempt: without this nobody would retry or report them. */
async function failStuckMessages({ db }: Deps, now: number): Promise<number> {
  return db.transaction(async (tx) => {
    const lost = await tx.query<{ accountId: string; sessionId: string | null; messageId: string }>(
      `update messages m set status = 'failed', error = 'mail_failed'
       where m.status = 'pending' and m.due_at <= $1 and not exists (
         select from outbox o where o.dedupe_key = 'message:' || m.id and o.done_at is null
           and (o.attempts < $2 or o.locked_until > $1))
       returning m.account_id as "accountId", m.session_id as "sessionId", m.id as "messageId"`,
      [timestamp(now), MAX_ATTEMPTS],
    );
    for (const { accountId, sessionId, messageId } of lost) {
      if (sessionId) await notifyStudio(tx, { accountId, what: 'failedMail', sessionId, messageId }, now);
    }
    return lost.length;
  });
}
