import type { StudioInsights } from '#core/api/insights.ts';
import { type AwayMonths, monthsAgo } from '#core/domain/studio/insights.ts';
import { startOfDay } from '#core/domain/values/time.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { Scope } from './scope.ts';

/** Returns the way from looking at free times to a booking, for bookings made by clients within the range. */
export async function readBooking(
  db: Queryable,
  { accountId, range, bounds }: Scope,
): Promise<NonNullable<StudioInsights['booking']>> {
  const [[steps], [made]] = await Promise.all([
    db.query<{ viewed: number; started: number }>(
      `select coalesce(sum(viewed), 0) as viewed, coalesce(sum(started), 0) as started from booking_days
       where account_id = $1 and day >= $2 and day < $3`,
      [accountId, range.from, range.to],
    ),
    // A request that was decided has an event of leaving the status `inquiry`.
    db.query<Omit<NonNullable<StudioInsights['booking']>, 'viewed' | 'started'>>(
      `select count(*) filter (where not requested) as booked, count(*) filter (where requested) as requested,
         count(*) filter (where requested and decision in ('scheduled', 'confirmed')) as accepted,
         count(*) filter (where requested and decision = 'declined') as declined
       from (
         select s.status = 'inquiry' or e.decision is not null as requested, e.decision
         from sessions s left join lateral (
           select v.details ->> 'to' as decision from session_events v
           where v.account_id = s.account_id and v.session_id = s.id and v.kind = 'status'
             and v.details ->> 'from' = 'inquiry' order by v.at desc, v.id desc limit 1) e
           on true
         where s.account_id = $1 and s.source = 'client' and s.created_at >= $2 and s.created_at < $3) b`,
      [accountId, timestamp(bounds.start), timestamp(bounds.end)],
    ),
  ]);
  return { ...steps!, ...made! };
}

interface RevenueRow {
  key: string;
  /** Name of the session type, '' without one. */
  type: string;
  currency: string;
  /** Received minus refunded, in minor units. */
  amount: number;
  payments: number;
}

/**
 * Returns what was received by day or month, session type and currency: the same payments as in `revenue_months`, by
 * the day of payment.
 */
export async function readRevenue(
  db: Queryable,
  { accountId, range, bounds, zone, photographerId }: Scope,
): Promise<RevenueRow[]> {
  return db.query<RevenueRow>(
    `select to_char(p.date at time zone $5, $6) as key, coalesce(t.name, nullif(s.type, ''), '') as type, p.currency,
       sum(case when p.refunds_payment_id is null then p.amount else -p.amount end) as amount,
       count(*) filter (where p.refunds_payment_id is null) as payments
     from payments p left join sessions s on s.id = p.session_id left join session_types t on t.id = s.session_type_id
     where p.account_id = $1 and p.date >= $2 and p.date < $3 and ($4::uuid is null or p.photographer_id = $4)
       and (p.status = 'paid' or p.refunds_payment_id is null and p.status in ('partially_refunded', 'refunded'))
     group by 1, 2, 3 order by 1, 2, 3`,
    [
      accountId,
      timestamp(bounds.start),
      timestamp(bounds.end),
      photographerId,
      zone,
      range.unit === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM',
    ],
  );
}

/** Sums the rows for the screen: the account's own currency by month and by type, and totals of others. */
export function sumRevenue(
  rows: readonly RevenueRow[],
  { currency, range }: Pick<Scope, 'currency' | 'range'>,
): NonNullable<StudioInsights['revenue']> {
  const own = rows.filter((row) => row.currency === currency);
  const total = <K extends string>(of: readonly RevenueRow[], key: (row: RevenueRow) => K) =>
    of.reduce((sums, row) => {
      const { amount = 0, payments = 0 } = sums.get(key(row)) ?? {};
      return sums.set(key(row), { amount: amount + row.amount, payments: payments + row.payments });
    }, new Map<K, { amount: number; payments: number }>());
  const months = total(own, ({ key }) => key);
  const types = [...total(own, ({ type }) => type)].map(([name, sum]) => ({ name, ...sum }));
  const others = [
    ...total(
      rows.filter((row) => row.currency !== currency),
      (row) => row.currency,
    ),
  ];
  return {
    currency,
    months: range.keys.map((key) => ({ key, amount: months.get(key)?.amount ?? 0 })),
    types: types.toSorted((a, b) => b.amount - a.amount || a.name.localeCompare(b.name)),
    others: others.map(([name, { amount }]) => ({ currency: name, amount })),
  };
}

/**
 * Returns clients whose last session was completed long ago and who have none ahead, latest first.
 * `customer_stats.last_session_at` may be in the future.
 */
export async function readAwayClients(
  db: Queryable,
  { accountId, today, zone }: Scope,
  { away, limit }: { away: AwayMonths; limit: number },
): Promise<NonNullable<StudioInsights['clients']>> {
  return db.query(
    `select c.id, c.name, t.last_session_at as "lastSessionAt", coalesce(l.type, '') as "lastType",
       t.session_count as sessions
     from customer_stats t join customers c on c.id = t.customer_id
       join lateral (
         select s.status, coalesce(nullif(s.type, ''), y.name) as type
         from sessions s left join session_types y on y.id = s.session_type_id
         where s.account_id = t.account_id and s.customer_id = t.customer_id and s.deleted_at is null
           and s.status not in ('declined', 'cancelled') order by s.date desc, s.id desc limit 1) l on true
     where t.account_id = $1 and t.last_session_at < $2 and l.status = 'completed'
       and c.deleted_at is null and c.erased_at is null and c.merged_into is null
     order by t.last_session_at desc, c.id limit $3`,
    [accountId, timestamp(startOfDay(monthsAgo(today, away), zone)), limit],
  );
}
