/**
 * The job `usage` for many studios that pay: an hour in which it counts what they store, updates their plans and makes
 * the forecasts of that hour, and a run ten minutes later.
 */
import { monthOf } from '#core/domain/studio/usage.ts';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { meterUsage } from '#functions/jobs/sample-usage.ts';
import { connectDatabase } from '#functions/platform/db/database.ts';
import type { JobServices } from '#functions/platform/job-services.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { startTestPostgres } from '../support/test-postgres.ts';
import { type Figure, quantile } from './figure.ts';
import type { Sizes } from './sizes.ts';

/** A late day of a month: most days are read. */
const NOW = Date.parse('2027-03-27T09:00:00Z');
const DAYS = 45;

export async function benchUsage({ meteredStudios, rounds }: Sizes): Promise<Figure[]> {
  const postgres = await startTestPostgres();
  const database = await createDatabase(postgres.url);
  const db = connectDatabase(database.apiUrl, 4);
  try {
    await addStudios(database, meteredStudios);
    let now = NOW;
    const run = async () => {
      const jobs = { db, clock: () => now, billingFrom: '2026-12' } as unknown as JobServices;
      const [began, cpu] = [performance.now(), process.cpuUsage()];
      await meterUsage(jobs);
      const { user, system } = process.cpuUsage(cpu);
      return { wall: performance.now() - began, cpu: (user + system) / 1000 };
    };
    // The first run writes what the month has come to for all.
    await run();
    const hours: { wall: number; cpu: number }[] = [];
    const between: { wall: number; cpu: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      now += HOUR_MS;
      hours.push(await run());
      between.push(await run());
    }
    const median = (of: readonly { wall: number; cpu: number }[], which: 'wall' | 'cpu') =>
      quantile(of.map((one) => one[which]));
    const figure = (what: string, value: number, limit: number | null, unit: string): Figure => ({
      bar: 'usage',
      what: `${what} of ${meteredStudios} studios`,
      value,
      limit,
      unit,
      n: rounds,
    });
    return [
      figure('an hour', median(hours, 'wall') / 1000, 2, 's'),
      figure('an hour: processor of the job', median(hours, 'cpu') / 1000, null, 's'),
      figure('a run between two hours', median(between, 'wall') / 1000, null, 's'),
      figure('an hour against such a run: processor', median(hours, 'cpu') / median(between, 'cpu'), 2, 'times'),
    ];
  } finally {
    await db.close();
    await database.drop();
    await postgres.stop();
  }
}

/** Adds studios that pay, each with six weeks of days, of which half store more than is free. */
async function addStudios({ pool }: TestDatabase, count: number): Promise<void> {
  const id = `translate(lpad(n::text, 10, '0'), 'ilou', 'abcd')`;
  await pool.query(
    `insert into accounts (id, author_id, name, slug, plan_state)
     select ${id}, gen_random_uuid(), 'Studio', 'studio-' || n, 'active' from generate_series(1, $1) n`,
    [count],
  );
  await pool.query('update account_usage set storage_bytes = 4e9 + (random() * 2e9)::bigint');
  await pool.query(
    `insert into account_plans (account_id, since, cap, prices, month, closed_month, card_label, has_address)
     select id, '2027-01-01', 5000, 1, $1, '2027-02', 'visa 4242', true from accounts`,
    [monthOf(NOW)],
  );
  await pool.query(
    `insert into usage_days (account_id, day, hours, byte_hours, download_bytes)
     select a.id, d::date, (1 << 24) - 1, 24 * u.storage_bytes, (random() * 4e8)::bigint
     from accounts a join account_usage u on u.account_id = a.id
       cross join generate_series($1::date, $2::date, interval '1 day') d`,
    [new Date(NOW - DAYS * DAY_MS), new Date(NOW - DAY_MS)],
  );
  await pool.query('analyze');
}
