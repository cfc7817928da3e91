import type pg from 'pg';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { localDate } from '#core/domain/values/time.ts';
import { sessionEnd, type SessionStatus } from '#core/domain/sessions/sessions.ts';
import { issueReceipt } from '#functions/receipts/issue.ts';
import { type DemoSession, DEMO_SESSIONS } from './sessions-content.ts';
import { DEMO_LEADS, DEMO_LOCATIONS, DEMO_PRODUCTS, DEMO_SETTINGS, DEMO_TYPES } from './week-content.ts';
import { makeAutomations } from './automations.ts';
import type { DemoStudio } from './demo-ids.ts';
import { insert, inTransaction, type Row } from './insert.ts';

/**
 * Creates a week of sessions, requests, inquiries, checklists and payments. Writes to the database directly, since mutators cannot
 * date actions back; triggers compute totals. Safe to repeat: existing rows stay unchanged.
 */
export async function makeWeek(databaseUrl: string, studio: DemoStudio): Promise<void> {
  await inTransaction(databaseUrl, (db) => insertWeek(db, studio));
}

async function insertWeek(db: pg.Client, { accountId, userId, ids, now }: DemoStudio): Promise<void> {
  const author = { account_id: accountId, author_id: userId };
  const id = ids.of;
  for (const [key, value] of Object.entries(DEMO_SETTINGS))
    await insert(db, 'settings', { ...author, key, value: JSON.stringify(value) });
  for (const { key, ...location } of DEMO_LOCATIONS)
    await insert(db, 'locations', { id: id('place', key), ...author, ...location });
  for (const { key, price, deposit, plan, ...type } of DEMO_TYPES) {
    const sessionTypeId = id('type', key);
    await insert(db, 'session_types', { id: sessionTypeId, ...author, photographer_id: userId, ...type });
    await insert(db, 'session_type_prices', { session_type_id: sessionTypeId, ...author, price, deposit });
    if (!plan) continue;
    const { location, ...times } = plan;
    const from = new Date(startOfMadridDay(now, -30));
    const row = { ...times, start_date: from, location_id: id('place', location) };
    await insert(db, 'schedule_plans', { id: id('plan', key), ...author, session_type_id: sessionTypeId, ...row });
  }
  for (const { key, type, day, hoursAgo, spam, ...lead } of DEMO_LEADS) {
    await insert(db, 'leads', {
      ...lead,
      id: id('lead', key),
      account_id: accountId,
      session_type_id: type ? id('type', type) : null,
      preferred_date: day === undefined ? '' : localDate(now + day * DAY_MS, 'Europe/Madrid'),
      status: spam ? 'spam' : 'new',
      spam_signs: JSON.stringify(spam ?? []),
      created_at: new Date(now - hoursAgo * HOUR_MS),
    });
  }
  for (const { key, kind, amount, texts } of DEMO_PRODUCTS) {
    const product = { id: id('product', key), kind, amount, texts: JSON.stringify(texts) };
    await insert(db, 'products', { ...author, ...product });
  }
  for (const session of DEMO_SESSIONS) {
    const sessionId = id('session', session.key);
    const isNew = await insert(db, 'sessions', {
      ...author,
      ...sessionRow(session, now),
      id: sessionId,
      customer_id: ids.customer(session.customer),
      session_type_id: id('type', session.type),
      photographer_id: session.status === 'inquiry' ? null : userId,
      gallery_id: session.gallery ? ids.gallery(session.gallery) : null,
      location_id: session.location ? id('place', session.location) : null,
    });
    if (isNew) await insertStory(db, session, { ...author, session_id: sessionId }, now, id);
  }
  await makeAutomations(db, { ...author, session_type_id: id('type', 'wedding') }, id('session', 'album'), id);
  await issueReceipts(db, accountId);
}

/** Issues the receipts of paid payments, in the order of payment. */
async function issueReceipts(db: pg.Client, accountId: string): Promise<void> {
  const query = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await db.query(text, [...values])).rows as Row[];
  const paid = await query<{ id: string; date: Date }>(
    `select id, date from payments where account_id = $1 and status = 'paid' and receipt is null order by date, id`,
    [accountId],
  );
  for (const { id, date } of paid) await issueReceipt({ query }, accountId, id, date.getTime());
}

const startTime = ({ day, hour, minute = 0 }: DemoSession, now: number) =>
  startOfMadridDay(now, day) + (hour * 60 + minute) * MINUTE_MS;

function sessionRow(session: DemoSession, now: number): Row {
  const { duration, status, title = '', notes = '', message = '', checklist = [] } = session;
  return {
    date: new Date(startTime(session, now)),
    duration,
    status,
    type: title,
    notes,
    source: message ? 'client' : 'studio',
    client_message: message,
    checklist: JSON.stringify(
      checklist.map(([text, isDone], at) => ({
        id: makeId((bytes) => bytes.fill(at + 1)),
        text,
        isDone,
      })),
    ),
    created_at: new Date(now - session.booked * DAY_MS),
  };
}

/** Returns when a session got its status: the outcome at its end, a cancellation the day before, an answer after two days. */
function statusTime(session: DemoSession, now: number): Date {
  const end = sessionEnd({ date: startTime(session, now), duration: session.duration });
  const answered = now - Math.max(0.1, session.booked - 2) * DAY_MS;
  const times: Partial<Record<SessionStatus, number>> = { completed: end, no_show: end, cancelled: end - DAY_MS };
  return new Date(times[session.status] ?? answered);
}

/** Inserts a session's events and payments. */
async function insertStory(
  db: pg.Client,
  session: DemoSession,
  of: Row,
  now: number,
  id: (kind: string, key: string) => string,
): Promise<void> {
  const { account_id, author_id, session_id } = of;
  const noted = { account_id, session_id, actor_id: session.message ? null : author_id };
  await insert(db, 'session_events', {
    id: id('event', session.key),
    ...noted,
    kind: session.message ? 'booked' : 'created',
    at: new Date(now - session.booked * DAY_MS),
  });
  if (session.status !== 'inquiry' && session.status !== 'scheduled') {
    await insert(db, 'session_events', {
      id: id('status', session.key),
      ...noted,
      actor_id: author_id,
      kind: 'status',
      details: JSON.stringify({ from: session.status === 'declined' ? 'inquiry' : 'scheduled', to: session.status }),
      at: statusTime(session, now),
    });
  }
  const { price, deposit, due } = session;
  if (price === undefined) return;
  await db.query(
    'update session_billing set payment_amount = $2, deposit_amount = $3, due_date = $4 where session_id = $1',
    [session_id, price, deposit ?? 0, due === undefined ? null : new Date(startOfMadridDay(now, due + 1) - 1)],
  );
  if (session.plan) {
    const dates = session.plan.map(([, days]) => new Date(startOfMadridDay(now, days + 1) - 1));
    await db.query(
      `insert into order_instalments (order_id, position, account_id, amount, due_at, created_at)
       select $1, p.position, $2, p.amount, p.due_at, $5
       from unnest($3::int[], $4::timestamptz[]) with ordinality p(amount, due_at, position)`,
      [session_id, account_id, session.plan.map(([amount]) => amount), dates, new Date(now - session.booked * DAY_MS)],
    );
    await db.query('select copy_plan_to_billing($1, $2)', [account_id, session_id]);
  }
  for (const [at, [amount, days, method, purpose]] of (session.paid ?? []).entries()) {
    const row = { account_id, author_id, session_id, amount, method, purpose, currency: 'EUR', status: 'paid' };
    await insert(db, 'payments', {
      id: id('payment', `${session.key} ${at}`),
      ...row,
      date: new Date(now - days * DAY_MS),
    });
  }
}

/** Returns the first millisecond of a day in the studio's zone, `days` from now. */
export function startOfMadridDay(now: number, days: number): number {
  const date = new Date(now + days * DAY_MS).toLocaleDateString('sv-SE', { timeZone: 'Europe/Madrid' });
  const utc = Date.parse(`${date}T00:00:00Z`);
  const shown = new Date(utc).toLocaleTimeString('en-GB', { timeZone: 'Europe/Madrid' });
  return utc - Number(shown.slice(0, 2)) * HOUR_MS;
}
