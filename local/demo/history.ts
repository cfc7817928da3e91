import { createHash } from 'node:crypto';
import type pg from 'pg';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { localDate } from '#core/domain/values/time.ts';
import { DEMO_CUSTOMERS, DEMO_GALLERIES } from './content.ts';
import type { DemoStudio } from './demo-ids.ts';
import { insert, inTransaction } from './insert.ts';
import { startOfMadridDay } from './week.ts';
import { DEMO_TYPES } from './week-content.ts';

/** Days of the past that have visitors. */
const DAYS = 400;

/**
 * Creates a year of visitors, bookings and payments for the insights. Writes to the database directly, since none of it
 * can be dated back through the product. Safe to repeat: existing rows stay unchanged.
 */
export async function makeHistory(databaseUrl: string, studio: DemoStudio): Promise<void> {
  await inTransaction(databaseUrl, async (db) => {
    await insertVisitors(db, studio);
    await insertPastSessions(db, studio);
    await dateClients(db, studio);
    await insertUsage(db, studio);
  });
}

/** Returns a number of 0–1 that depends on the name only. */
const chance = (name: string) => createHash('sha256').update(name).digest().readUInt32BE() / 2 ** 32;

async function insertVisitors(db: pg.Client, { accountId, ids, now }: DemoStudio): Promise<void> {
  const published = DEMO_GALLERIES.flatMap(({ key, visibility, delivered }) =>
    delivered === undefined ? [] : [{ key, delivered: -delivered, isPublic: visibility === 'public' }],
  );
  for (const { key, delivered } of published) {
    const dated = [ids.gallery(key), new Date(now - delivered * DAY_MS)];
    await db.query(
      `update galleries set published_at = least(published_at, $2), created_at = least(created_at, $2) where id = $1`,
      dated,
    );
    // The timeline of a gallery begins where its visits do, and its people were invited then.
    await db.query(
      `update gallery_events set at = least(at, $2) where gallery_id = $1 and kind in ('published', 'invited')`,
      dated,
    );
    await db.query(
      `update grants set created_at = least(created_at, $2), sent_at = least(sent_at, $2) where gallery_id = $1`,
      dated,
    );
    await db.query(
      `update messages m set due_at = least(m.due_at, $2), sent_at = least(m.sent_at, $2), created_at = least(m.created_at, $2)
       from grants g where g.gallery_id = $1 and m.account_id = g.account_id and m.kind = 'gallery_invite' and m.recipient = g.email`,
      dated,
    );
    await db.query(`update gallery_people set created_at = least(created_at, $2) where gallery_id = $1`, dated);
  }
  for (let ago = DAYS; ago > 0; ago--) {
    const day = localDate(now - ago * DAY_MS, 'Europe/Madrid');
    const weekend = [0, 6].includes(new Date(day).getUTCDay()) ? 1.6 : 1;
    for (const { key, delivered, isPublic } of published) {
      // Visits are many at first, then fewer; a public gallery is found all year.
      const since = delivered - ago;
      if (since < 0) continue;
      const [most, decay] = isPublic ? [24, 400] : [14, 120];
      const visits = Math.round(most * weekend * chance(`${key} ${day}`) * Math.exp(-since / decay));
      if (visits === 0) continue;
      const counts = {
        visits,
        views: Math.round(visits * (4 + 9 * chance(`views ${key} ${day}`))),
        downloads: Math.round(visits * 1.5 * chance(`downloads ${key} ${day}`)),
        picks: Math.round(visits * 0.8 * chance(`picks ${key} ${day}`)),
      };
      const row = { gallery_id: ids.gallery(key), account_id: accountId, day, ...counts };
      if (!(await insert(db, 'gallery_days', row))) continue;
      // Two of three visits are by a new browser.
      await db.query(
        `update gallery_stats set visitor_count = visitor_count + $2, view_count = view_count + $3,
           download_count = download_count + $4 where gallery_id = $1`,
        [ids.gallery(key), Math.ceil((visits * 2) / 3), counts.views, counts.downloads],
      );
    }
    const viewed = Math.round(1.2 * weekend * chance(`booking ${day}`));
    await insert(db, 'booking_days', {
      account_id: accountId,
      day,
      viewed,
      started: Math.min(viewed, Math.round(chance(`started ${day}`))),
    });
  }
}

/** Days of usage before today, for a few months of bills. */
const USAGE_DAYS = 130;

/** Storage that grew to about what the demo uploads, 90 MB, and downloads of large files, 120 MB each. */
async function insertUsage(db: pg.Client, { accountId, now }: DemoStudio): Promise<void> {
  await db.query(
    `insert into usage_days (account_id, day, hours, byte_hours, download_bytes)
     select $1, day::date, 16777215, 24 * (90000000 * exp(-ago / 150.0))::bigint,
       120000000 * coalesce((select sum(g.downloads) from gallery_days g where g.account_id = $1 and g.day = d.day::date), 0)
     from generate_series(1, $3) ago
       cross join lateral (select ($2::timestamptz at time zone 'UTC')::date - ago) d (day)
     on conflict do nothing`,
    [accountId, new Date(now), USAGE_DAYS],
  );
}

/** A client whom nobody has photographed for a year. */
const AWAY = { key: 'puig', name: 'Nora Puig', email: 'nora@puig.test' };

/** Dates clients back to their first booking. */
async function dateClients(db: pg.Client, { accountId }: DemoStudio): Promise<void> {
  await db.query(
    `update customers c set created_at = least(c.created_at,
       (select min(s.created_at) from sessions s where s.account_id = c.account_id and s.customer_id = c.id))
     where c.account_id = $1`,
    [accountId],
  );
}

/** Completed sessions of the past year, paid on their day. */
async function insertPastSessions(db: pg.Client, { accountId, userId, ids, now }: DemoStudio): Promise<void> {
  const author = { account_id: accountId, author_id: userId };
  const { key, ...away } = AWAY;
  await insert(db, 'customers', { ...author, id: ids.customer(key), ...away, language: 'ca' });
  for (let number = 0; number < 26; number++) {
    // At ten, eleven or twelve, not at the time of day at which the demo starts.
    const date = new Date(startOfMadridDay(now, number * 14 - 390) + (10 + (number % 3)) * HOUR_MS);
    const type = DEMO_TYPES[Math.floor(chance(`type ${number}`) * DEMO_TYPES.length)]!;
    const customer = number === 0 ? AWAY : DEMO_CUSTOMERS[number % DEMO_CUSTOMERS.length]!;
    const sessionId = ids.of('session', `past ${number}`);
    const isNew = await insert(db, 'sessions', {
      ...author,
      id: sessionId,
      customer_id: ids.customer(customer.key),
      session_type_id: ids.of('type', type.key),
      photographer_id: userId,
      date,
      duration: type.duration,
      status: 'completed',
      source: number % 2 ? 'client' : 'studio',
      created_at: new Date(date.getTime() - 20 * DAY_MS),
    });
    if (!isNew) continue;
    await db.query('update session_billing set payment_amount = $2 where session_id = $1', [sessionId, type.price]);
    const paid = { session_id: sessionId, amount: type.price, currency: 'EUR', method: 'transfer', status: 'paid' };
    await insert(db, 'payments', { ...author, id: ids.of('payment', `past ${number}`), ...paid, date });
  }
}
