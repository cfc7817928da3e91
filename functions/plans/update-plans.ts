import {
  type CapNotice,
  dueNotices,
  dueReminder,
  monthCap,
  nextState,
  nextStateAt,
  pricesToAccept,
  planPrices,
  type PricesReminder,
  READ_ONLY_NOTICES,
  type ReadOnlyNotice,
  readOnlyNotice,
  type Spending,
  spendingOf,
} from '#core/domain/studio/plan.ts';
import type { PlanState } from '#core/domain/studio/plan-state.ts';
import { priceMonth, PRICES } from '#core/domain/studio/prices.ts';
import type { SecurityNoticeKind } from '#core/domain/studio/security-events.ts';
import {
  FORECAST_DAYS,
  forecastUsage,
  hoursOf,
  monthBounds,
  monthOf,
  type UsageDay,
  utcDay,
} from '#core/domain/studio/usage.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { enqueueVisitorsChange } from '../outbox/public-pages.ts';
import { type Database, type Queryable, timestamp } from '../platform/db/database.ts';
import { notifyOwners } from '../security/security-events.ts';
import { readPlans, type StoredPlan, writeAccess } from './plan-rows.ts';

/** Mails about a state that a plan gets to; those about the read-only one are `READ_ONLY_NOTICES`. */
const STATE_NOTICES: Partial<Record<PlanState, SecurityNoticeKind>> = {
  past_due: 'plan_past_due',
  suspended: 'plan_suspended',
};

/** What a run decided about a plan. */
interface Decision {
  state: PlanState;
  spending: Spending;
  /** Notices that count as told already. */
  told: string[];
  /** Notices that count as told from now on, and those of the cap to mail. */
  due: (CapNotice | PricesReminder | ReadOnlyNotice)[];
  mailed: CapNotice[];
  /** The mail about prices that the studio has not accepted. */
  reminder: PricesReminder | null;
  /** The mail about what a read-only studio waits for now. */
  waiting: ReadOnlyNotice | null;
}

/**
 * Brings the plans of all studios up to date: makes missing ones, recomputes what the month has come to, and changes
 * states and reached caps. Does nothing where nothing is charged, or not yet.
 * @param from the first month that studios pay for
 * @param forecasts true also tells who will pass their cap, of the studios whose `forecastHour` it is
 * @returns the number of studios whose state, cap or notices changed
 */
export async function updatePlans(
  db: Database,
  from: string | null,
  now: number,
  { forecasts = false }: { forecasts?: boolean } = {},
): Promise<number> {
  const month = monthOf(now);
  if (from === null || month < from) return 0;
  await addPlans(db, from, now);
  const plans = await readPlans(db, { accountId: null, month });
  const expected = forecasts ? await expectSpending(db, plans, now) : new Map<string, number>();
  const spent: StoredPlan[] = [];
  let changed = 0;
  for (const plan of plans) {
    const { state, spending, due } = decide(plan, month, expected.get(plan.accountId) ?? null, now);
    const isSame = state === plan.state && spending.isCapped === plan.isCapped && due.length === 0;
    if (!isSame) {
      await db.transaction((tx) => updatePlan(tx, plan.accountId, now, expected.get(plan.accountId) ?? null));
      changed += 1;
    } else if (spending.used !== plan.spent || plan.month !== month) {
      const lastCap = plan.month === month ? plan.lastCap : monthCap(plan);
      spent.push({ ...plan, spent: spending.used, lastCap });
    }
  }
  await writeSpent(db, spent, month);
  return changed;
}

/**
 * Brings one plan up to date in the transaction of a change: a chosen cap, an accepted price, what Stripe said. Locks the
 * plan. No plan is made.
 */
export async function updatePlan(
  tx: Queryable,
  accountId: string,
  now: number,
  expected: number | null = null,
): Promise<void> {
  const month = monthOf(now);
  const [plan] = await readPlans(tx, { accountId, month, lock: true });
  if (!plan) return;
  const { state, spending, told, due, mailed, reminder, waiting } = decide(plan, month, expected, now);
  const lastCap = plan.month === month ? plan.lastCap : monthCap(plan);
  await tx.query(
    `update account_plans set month = $2, spent = $3, told = $4, last_cap = $7,
       since = case when $5 then $6 else since end
     where account_id = $1`,
    [accountId, month, spending.used, [...told, ...due], state !== plan.state, timestamp(now), lastCap],
  );
  await writeAccess(tx, accountId, { state, isCapped: spending.isCapped }, now);
  const mails: SecurityNoticeKind[] = mailed.map((notice) =>
    notice === 'cap_reached' && state === 'trialing' ? 'trial_used' : notice,
  );
  // A cap that was raised is told on the same day as the one before.
  const key = `${month}:${utcDay(now)}:${spending.cap}`;
  for (const what of mails) {
    await notifyOwners(tx, { accountId, outboxAccountId: accountId, what, key }, now);
  }
  const prices = pricesToAccept(plan);
  const until = nextStateAt({ ...plan, state, since: state === plan.state ? plan.since : now });
  const notice = {
    accountId,
    outboxAccountId: accountId,
    ...(prices && { prices }),
    ...(until !== null && { until }),
  };
  const what = waiting ?? (state === plan.state ? undefined : STATE_NOTICES[state]);
  if (what) await notifyOwners(tx, { ...notice, what, key: String(now) }, now);
  if (reminder) {
    await notifyOwners(tx, { ...notice, what: 'prices_due', key: `${prices?.version}:${reminder}` }, now);
  }
  if ((state === 'suspended') !== (plan.state === 'suspended')) await enqueueVisitorsChange(tx, accountId, now);
}

function decide(plan: StoredPlan, month: string, expected: number | null, now: number): Decision {
  const state = nextState(plan, now);
  const usage = { byteHours: BigInt(plan.byteHours), downloadBytes: BigInt(plan.downloadBytes) };
  const spending = spendingOf({ ...plan, state }, usage, month);
  // What a trial was told is not about the cap that the studio chose.
  const isOtherCap = plan.month !== month || (plan.state === 'trialing') !== (state === 'trialing');
  const present = readOnlyNotice({ ...plan, state }, now);
  const told = plan.told.filter((notice) => (isWaiting(notice) ? notice === present : !isOtherCap));
  const { due, mailed } = dueNotices(spending, expected, told);
  const reminder = dueReminder({ ...plan, state }, told, now);
  const waiting = present !== null && !told.includes(present) ? present : null;
  const others = [...(reminder ? [reminder] : []), ...(waiting ? [waiting] : [])];
  return { state, spending, told, due: [...due, ...others], mailed, reminder, waiting };
}

/** True for notices that count beyond the month in which they were told. */
const isWaiting = (notice: string) => (READ_ONLY_NOTICES as readonly string[]).includes(notice);

/** Gives a plan to each open studio without one, or to one studio. What studios stored before prices began stays free for a year. */
export async function addPlans(
  db: Queryable,
  from: string,
  now: number,
  accountId: string | null = null,
): Promise<void> {
  const { start } = monthBounds(from);
  const freeUntil = `${Number(from.slice(0, 4)) + 1}${from.slice(4)}`;
  const { cap, free } = PRICES[0];
  await db.query(
    `with added as (
       insert into account_plans (account_id, since, cap, month, closed_month, free_stored, free_until)
         select a.id, $1, $2, $3, to_char(($3 || '-01')::date - 1, 'YYYY-MM'), o.stored, case when o.stored is not null then $4 end
         from accounts a join account_usage u on u.account_id = a.id
           cross join lateral (select case when a.created_at < $5 and u.storage_bytes > $6 then u.storage_bytes end as stored) o
         where a.deleted_at is null and ($7::text is null or a.id = $7)
           and not exists (select from account_plans p where p.account_id = a.id)
         order by a.id on conflict do nothing returning account_id)
     update accounts a set plan_state = 'trialing' from added where a.id = added.account_id and a.plan_state is null`,
    [timestamp(now), cap, monthOf(now), freeUntil, timestamp(start), free.stored, accountId],
  );
}

/**
 * Returns the hour of the UTC day in which a studio's forecast is made. It reads the days of six weeks and changes little
 * within a day, so each hour makes those of a 24th of the studios.
 */
export function forecastHour(accountId: string): number {
  return Array.from(accountId).reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 24;
}

/** Expects what the month of studios will come to at least, in minor units; of those only that could be told about it. */
async function expectSpending(db: Queryable, plans: readonly StoredPlan[], now: number): Promise<Map<string, number>> {
  const month = monthOf(now);
  const hour = new Date(now).getUTCHours();
  const asked = plans.filter((plan) => {
    const { accountId, state, stored, downloadBytes, told, month: toldIn } = plan;
    if (forecastHour(accountId) !== hour) return false;
    if (state === 'trialing' || (toldIn === month && told.includes('cap_expected'))) return false;
    const { free } = planPrices(plan, month);
    return stored > free.stored || Number(downloadBytes) > free.downloaded;
  });
  if (asked.length === 0) return new Map();
  const { start, end } = monthBounds(month);
  const rows = await db.query<UsageDay & { accountId: string }>(
    `select account_id as "accountId", day::text as day, bit_count(hours::bit(24))::integer as hours,
       byte_hours as "byteHours", download_bytes as "downloadBytes"
     from usage_days where account_id = any ($1) and day >= $2::date and day < $3::date order by day`,
    [asked.map(({ accountId }) => accountId), utcDay(start - FORECAST_DAYS.mailed * DAY_MS), utcDay(end)],
  );
  const days = Map.groupBy(rows, ({ accountId }) => accountId);
  return new Map(
    asked.flatMap((plan) => {
      const known = { days: days.get(plan.accountId) ?? [], stored: plan.stored, now };
      const { stored, downloaded, fullDays } = forecastUsage(known);
      if (fullDays < FORECAST_DAYS.mailed) return [];
      const usage = { byteHours: stored.low * hoursOf(month), downloadBytes: downloaded.low };
      return [[plan.accountId, priceMonth(usage, { prices: planPrices(plan, month), month }).amount]];
    }),
  );
}

/** Writes what months have come to, of plans in which nothing else changed. A new month begins without the notices of the last. */
async function writeSpent(db: Queryable, plans: readonly StoredPlan[], month: string): Promise<void> {
  if (plans.length === 0) return;
  await db.query(
    `update account_plans p set spent = n.spent, last_cap = n.last_cap, month = $4,
       told = case when p.month = $4 then p.told else array(select t from unnest(p.told) t where t = any ($5)) end
     from unnest($1::text[], $2::bigint[], $3::integer[]) as n (account_id, spent, last_cap)
     where p.account_id = n.account_id`,
    [
      plans.map(({ accountId }) => accountId),
      plans.map(({ spent }) => spent),
      plans.map(({ lastCap }) => lastCap),
      month,
      READ_ONLY_NOTICES,
    ],
  );
}
