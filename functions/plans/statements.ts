import { monthCap, planPrices } from '#core/domain/studio/plan.ts';
import { priceMonth, type StatementLine } from '#core/domain/studio/prices.ts';
import { monthAfter, monthBounds, monthOf } from '#core/domain/studio/usage.ts';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Database, type Queryable, timestamp } from '../platform/db/database.ts';
import { log } from '../platform/observability/telemetry.ts';
import { readPlans } from './plan-rows.ts';

/** A month is closed so long after its end: its last hour is counted then, also after a short outage. */
const CLOSES_MS = 3 * HOUR_MS;
/** A month that ended longer ago is not charged without an operator: a restored backup may have forgotten that it was. */
export const CHARGED_WITHIN_MS = 35 * DAY_MS;
/** A charge that was given up begins again so long after its last change. */
const REPEATED_MS = DAY_MS;
/** What Stripe said about a bill that is not paid is asked again so long after. */
const SYNCED_MS = 20 * HOUR_MS;

/**
 * Closes the months that are over: makes the statements of what studios owe for them, and requests their charges. A month
 * of a studio is closed once, and its statement never changes. Call it after `updatePlans`, which begins the new month.
 * @param from the first month that studios pay for
 * @returns the number of statements made
 */
export async function closeMonths(db: Database, from: string | null, now: number): Promise<number> {
  if (from === null) return 0;
  const last = monthOf(monthBounds(monthOf(now - CLOSES_MS)).start - 1);
  if (last < from) return 0;
  const open = await db.query<{ accountId: string; closedMonth: string }>(
    `select p.account_id as "accountId", p.closed_month as "closedMonth"
     from account_plans p join accounts a on a.id = p.account_id
     where p.closed_month < $1 and a.plan_state is not null order by p.account_id`,
    [last],
  );
  let made = 0;
  for (const { accountId, closedMonth } of open) {
    const next = monthAfter(closedMonth);
    for (let month = next < from ? from : next; month <= last; month = monthAfter(month)) {
      if (await db.transaction((tx) => closeMonth(tx, accountId, month, now))) made += 1;
    }
  }
  await repeatCharges(db, now);
  await requestSyncs(db, now);
  return made;
}

async function closeMonth(tx: Queryable, accountId: string, month: string, now: number): Promise<boolean> {
  const [plan] = await readPlans(tx, { accountId, month, lock: true, isClosed: true });
  if (!plan || plan.closedMonth >= month) return false;
  await tx.query('update account_plans set closed_month = $2 where account_id = $1', [accountId, month]);
  // The plan of a studio that was closed before the month's end has stayed in that month.
  const cap = plan.month > month ? plan.lastCap : monthCap(plan);
  const isSuspended = plan.state === 'suspended' && plan.since <= monthBounds(month).start;
  // A studio that tried the product owes nothing, nor one whose pages were closed all month.
  if (isSuspended || cap === 0) return false;
  const usage = { byteHours: BigInt(plan.byteHours), downloadBytes: BigInt(plan.downloadBytes) };
  const prices = planPrices(plan, month);
  const price = priceMonth(usage, { prices, month, cap });
  // A month that is waived anyway leaves the credit as it is.
  const { credit } = plan;
  const { lines, amount, isWaived } = price.isWaived ? price : priceMonth(usage, { prices, month, cap, credit });
  if (lines.length === 0) return false;
  const isLate = now - monthBounds(month).end > CHARGED_WITHIN_MS;
  const status = isWaived ? 'waived' : isLate ? 'held' : 'pending';
  const id = makeId(random);
  const [made] = await tx.query<{ id: string }>(
    `insert into statements (id, account_id, month, name, prices, currency, byte_hours, download_bytes, lines, amount, cap,
       status, created_at)
     select $1, $2, $3, a.name, $4, $5, $6, $7, $8, $9, $10, $11, $12 from accounts a where a.id = $2
     on conflict do nothing returning id`,
    [
      id,
      accountId,
      month,
      prices.version,
      prices.currency,
      plan.byteHours,
      plan.downloadBytes,
      JSON.stringify(lines),
      amount,
      cap,
      status,
      timestamp(now),
    ],
  );
  if (!made) return false;
  const used = creditOf(lines);
  if (used > 0) {
    await tx.query('update account_plans set credit = credit - $2 where account_id = $1', [accountId, used]);
  }
  if (status === 'pending') await requestCharge(tx, accountId, id, now);
  if (isLate && !isWaived) log('error', 'statement_held', { statement: id, reason: 'late' });
  return true;
}

const creditOf = (lines: readonly StatementLine[]) => -(lines.find(({ kind }) => kind === 'credit')?.amount ?? 0);

async function requestCharge(tx: Queryable, accountId: string, statementId: string, now: number): Promise<void> {
  await enqueue(tx, accountId, 'statement.charge', { statementId }, now, { dedupeKey: `statement:${statementId}` });
}

/** Requests charges again that were given up, for example after a long outage of Stripe. */
async function repeatCharges(db: Queryable, now: number): Promise<void> {
  const rows = await db.query<{ id: string; accountId: string }>(
    `select s.id, s.account_id as "accountId" from statements s
     where s.status = 'pending' and s.account_id is not null and s.updated_at < $1
       and not exists (select from outbox o where o.dedupe_key = 'statement:' || s.id and o.done_at is null)`,
    [timestamp(now - REPEATED_MS)],
  );
  for (const { id, accountId } of rows) await requestCharge(db, accountId, id, now);
}

/** Asks Stripe once a day about bills that are not paid: its reports may be lost. */
async function requestSyncs(db: Queryable, now: number): Promise<void> {
  const rows = await db.query<{ accountId: string }>(
    `select distinct p.account_id as "accountId" from account_plans p join statements s on s.account_id = p.account_id
     where s.status in ('open', 'uncollectible') and (p.synced_at is null or p.synced_at < $1)`,
    [timestamp(now - SYNCED_MS)],
  );
  for (const { accountId } of rows) {
    await enqueue(db, accountId, 'plan.sync', { accountId }, now, { dedupeKey: `plan-sync:${accountId}` });
  }
}
