import { plan } from '#core/api/plan.ts';
import { CAP_LIMITS, grossOf, type MonthUsage, priceMonth, PRICES } from '#core/domain/studio/prices.ts';
import { monthBounds, monthOf, utcDay } from '#core/domain/studio/usage.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import type { DemoIds } from './demo-ids.ts';
import { insert, withDatabase } from './insert.ts';
import type { ProductApi } from './product-api.ts';

interface Studio {
  accountId: string;
  ids: DemoIds;
  /** Epoch milliseconds. */
  now: number;
}

/** Bills before the last month, which the product itself charges: the first payment of one of them failed. */
const FORMER_BILLS = [
  { monthsAgo: 3, paidAfterDays: 0 },
  { monthsAgo: 2, paidAfterDays: 4 },
] as const;

/** Makes the studio pay: prices accepted, card and address. Without that it may add no domain. */
export async function startPaying(api: ProductApi): Promise<void> {
  await api.call(plan.acceptPrices, {}, { version: PRICES[0].version, language: 'ca' });
  const { url } = await api.call(plan.portal, {});
  const onPage = (fields: Record<string, string>) =>
    fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
  await onPage({ card: 'works' });
  await onPage({ line1: 'Carrer de la Llum 7', country: 'ES' });
  await api.call(plan.refresh, {});
}

/**
 * Makes bills of former months, and a cap of which this month has used four fifths. The job charges the last month by an
 * invoice of the Stripe on this machine.
 */
export async function makeBilling(
  databaseUrl: string,
  api: ProductApi,
  { accountId, ids, now }: Studio,
): Promise<void> {
  const { cap } = PRICES[0];
  await withDatabase(databaseUrl, async (db) => {
    for (const { monthsAgo, paidAfterDays } of FORMER_BILLS) {
      const month = monthBefore(monthOf(now), monthsAgo);
      const { start, end } = monthBounds(month);
      const { rows } = await db.query<Record<keyof MonthUsage, string>>(
        `select coalesce(sum(byte_hours), 0)::text as "byteHours", coalesce(sum(download_bytes), 0)::text as "downloadBytes"
         from usage_days where account_id = $1 and day >= $2::date and day < $3::date`,
        [accountId, utcDay(start), utcDay(end)],
      );
      const usage = { byteHours: BigInt(rows[0]!.byteHours), downloadBytes: BigInt(rows[0]!.downloadBytes) };
      const { lines, amount, isWaived } = priceMonth(usage, { prices: PRICES[0], month, cap });
      if (isWaived) continue;
      await insert(db, 'statements', {
        id: ids.statement(month),
        account_id: accountId,
        month,
        name: 'Atelier Llum',
        prices: PRICES[0].version,
        currency: PRICES[0].currency,
        byte_hours: rows[0]!.byteHours,
        download_bytes: rows[0]!.downloadBytes,
        lines: JSON.stringify(lines),
        amount,
        cap,
        status: 'paid',
        number: `ALB-${month}`,
        total: grossOf(amount, PRICES[0]),
        paid_at: new Date(end + paidAfterDays * DAY_MS + DAY_MS / 6),
        created_at: new Date(end + DAY_MS / 8),
      });
    }
    await db.query('update account_plans set closed_month = $2, last_cap = cap where account_id = $1', [
      accountId,
      monthBefore(monthOf(now), 2),
    ]);
  });
  // Setting the cap that it has adds up what was inserted, which the job does once an hour.
  const { used } = await api.call(plan.setCap, {}, { cap });
  await api.call(plan.setCap, {}, { cap: Math.max(CAP_LIMITS.least, Math.ceil(used / 0.81)) });
}

function monthBefore(month: string, count: number): string {
  return count === 0 ? month : monthBefore(monthOf(monthBounds(month).start - 1), count - 1);
}
