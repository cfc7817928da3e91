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
    await insertUsage(db, studio);
  });
}

/** Returns a number of 0–1 that depends on the name only. */
const chance = (name: string) => createHash('sha256').update(name).digest().readUInt32BE() / 2 ** 32;

async function insertVisitors(db: pg.Client, { accountId, ids, now }: DemoStudio): Promise<void> {
  const delivered = (index: number) => DAYS - index * 90;
  const published = [...DEMO_GALLERIES.entries()].filter(([, { status }]) => status === 'published');
  for (const [index, { key }] of published) {
    const date = new Date(now - delivered(index) * DAY_MS);
    const dated = [ids.gallery(key), date];
    await db.query(
      `update galleries set published_at = least(published_at, $2), created_at = least(created_at, $2) where id = $1`,
      dated,
    );
    // The timeline of a gallery begins where its visits do.
    await db.query(`update gallery_events set at = least(at, $2) where gallery_id = $1 and kind = 'published'`, dated);
  }
  for (let ago = DAYS; ago > 0; ago--) {
    const day = localDate(now - ago * DAY_MS, 'Europe/Madrid');
    const weekend = [0, 6].includes(new Date(day).getUTCDay()) ? 1.6 : 1;
    for (const [index, { key }] of published) {
      // Each gallery was delivered some time ago: visits are many at first, then fewer.
      const since = delivered(index) - ago;
      if (since < 0) continue;
      const visits = Math.round(14 * weekend * chance(`${key} ${day}`) * Math.exp(-since / 120));
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
