import { insights, type StudioUsage } from '#core/api/insights.ts';
import { type MonthTerms, monthCap, planPrices } from '#core/domain/studio/plan.ts';
import { forecastUsage, monthBounds, monthOf, RECENT_DAYS, type UsageDay, utcDay } from '#core/domain/studio/usage.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import type { Queryable } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { readPlans } from '../plans/plan-rows.ts';

const HOURS = 'bit_count(u.hours::bit(24))::integer as hours';

/**
 * Returns what a studio stored and its clients downloaded in a UTC month, and of the present month what it will come to.
 * @param month the present one if absent
 */
export async function readUsage(
  db: Queryable,
  accountId: string,
  now: number,
  month = monthOf(now),
): Promise<Omit<StudioUsage, 'plan'>> {
  const { start, end } = monthBounds(month);
  const isCurrent = month === monthOf(now);
  const [totals] = await db.query<{ stored: number; trash: number }>(
    `select u.storage_bytes as stored,
       (select coalesce(sum(p.size), 0)::bigint from photos p join galleries g on g.id = p.gallery_id
        where p.account_id = $1 and p.status <> 'uploading' and coalesce(p.deleted_at, g.deleted_at) is not null) as trash
     from account_usage u where u.account_id = $1`,
    [accountId],
  );
  const months = await db.query<StudioUsage['months'][number]>(
    `select to_char(day, 'YYYY-MM') as month, sum(byte_hours)::bigint as "byteHours",
       sum(download_bytes)::bigint as "downloadBytes"
     from usage_days where account_id = $1 group by 1 order by 1 desc`,
    [accountId],
  );
  // The forecast needs the days before the month.
  const from = isCurrent ? start - RECENT_DAYS * DAY_MS : start;
  const days = await db.query<UsageDay>(
    `select u.day::text as day, ${HOURS}, u.byte_hours as "byteHours", u.download_bytes as "downloadBytes"
     from usage_days u where u.account_id = $1 and u.day >= $2::date and u.day < $3::date order by u.day`,
    [accountId, utcDay(from), utcDay(end)],
  );
  const stored = totals?.stored ?? 0;
  return {
    month,
    stored,
    trash: totals?.trash ?? 0,
    months,
    days: days.filter((one) => one.day.startsWith(month)),
    forecast: isCurrent ? forecastUsage({ days, stored, now }) : null,
  };
}

/** Returns what decides the cost of a month; null for a studio without a plan. */
async function readTerms(db: Queryable, accountId: string, month: string): Promise<MonthTerms | null> {
  const [plan] = await readPlans(db, { accountId, month });
  if (!plan) return null;
  const { version, free } = planPrices(plan, month);
  const [statement] = await db.query<{ amount: number }>(
    'select amount from statements where account_id = $1 and month = $2',
    [accountId, month],
  );
  return {
    prices: version,
    free,
    cap: month < plan.month ? plan.lastCap : monthCap(plan),
    // A month that was closed without a statement costs nothing.
    charged: statement?.amount ?? (plan.closedMonth >= month ? 0 : null),
  };
}

export const usage = defineHandler(insights.usage, async ({ services, caller: { accountId }, query }) => {
  const { db, clock, billingFrom } = services;
  const now = clock();
  const used = await readUsage(db, accountId, now, query.month);
  const isCharged = billingFrom !== null && monthOf(now) >= billingFrom;
  return { body: { ...used, plan: isCharged ? await readTerms(db, accountId, used.month) : null } };
});
