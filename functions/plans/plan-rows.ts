import type { PlanLimits } from '#core/domain/studio/plan-limits.ts';
import type { PlanState } from '#core/domain/studio/plan-state.ts';
import { type PlanFacts, pricesEnd, type PlanTerms } from '#core/domain/studio/plan.ts';
import { monthBounds, utcDay } from '#core/domain/studio/usage.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';

/** A studio's plan with what it has used in a month. */
export interface StoredPlan extends PlanTerms, PlanFacts {
  accountId: string;
  isCapped: boolean;
  credit: number;
  /** The month that `spent` and `told` are of. */
  month: string;
  spent: number;
  told: string[];
  /** The most that the previous month could cost, in minor units. */
  lastCap: number;
  /** The last month whose statement was decided on. */
  closedMonth: string;
  cardLabel: string;
  hasAddress: boolean;
  /** The operator's exceptions from limits. */
  limits: Partial<PlanLimits>;
  /** Bytes stored now. */
  stored: number;
  /** Whole numbers as text: a sum may exceed 2⁵³. */
  byteHours: string;
  downloadBytes: string;
}

interface PlanSelection {
  /** One studio; null for all. */
  accountId: string | null;
  month: string;
  /** Locks the plans: what is decided on them is written in the same transaction. */
  lock?: boolean;
  /** True also for studios that were closed: their last month is charged. */
  isClosed?: boolean;
}

/** Returns the plans of open studios with their usage of a month. */
export async function readPlans(
  db: Queryable,
  { accountId, month, lock = false, isClosed = false }: PlanSelection,
): Promise<StoredPlan[]> {
  const { start, end } = monthBounds(month);
  const rows = await db.query<Omit<StoredPlan, 'pricesEndAt'>>(
    `select p.account_id as "accountId", a.plan_state as state, p.since, a.capped_at is not null as "isCapped",
       p.cap, p.credit, p.prices, p.free_stored as "freeStored", p.free_until as "freeUntil", p.month, p.spent, p.told,
       p.last_cap as "lastCap", p.closed_month as "closedMonth",
       p.limits, p.noticed, p.card_label as "cardLabel", p.has_address as "hasAddress",
       p.overdue_since as "overdueSince", g.accepted,
       p.prices is not null and p.card_label <> '' and p.has_address as "isReady", u.storage_bytes as stored,
       d.byte_hours as "byteHours", d.download_bytes as "downloadBytes"
     from account_plans p join accounts a on a.id = p.account_id join account_usage u on u.account_id = p.account_id
       cross join lateral (select coalesce(sum(d.byte_hours), 0)::text as byte_hours,
         coalesce(sum(d.download_bytes), 0)::text as download_bytes
         from usage_days d where d.account_id = p.account_id and d.day >= $2::date and d.day < $3::date) d
       cross join lateral (select coalesce(jsonb_object_agg(g.version, g.month), '{}') as accepted
         from (select g.version, min(to_char(g.at at time zone 'UTC', 'YYYY-MM')) as month from agreements g
           where g.account_id = p.account_id and g.document = 'prices' group by g.version) g) g
     where (a.deleted_at is null or $4) and a.plan_state is not null and ($1::text is null or p.account_id = $1)
     order by p.account_id ${lock ? 'for update of p' : ''}`,
    [accountId, utcDay(start), utcDay(end), isClosed],
  );
  return rows.map((row) => ({ ...row, pricesEndAt: pricesEnd(row) }));
}

/** Writes a plan's state and reached cap, where every request reads them. */
export async function writeAccess(
  tx: Queryable,
  accountId: string,
  { state, isCapped }: { state: PlanState; isCapped: boolean },
  now: number,
): Promise<void> {
  await tx.query(
    `update accounts set plan_state = $2, capped_at = case when $3 then coalesce(capped_at, $4) end
     where id = $1 and (plan_state is distinct from $2 or (capped_at is not null) <> $3)`,
    [accountId, state, isCapped, timestamp(now)],
  );
}
