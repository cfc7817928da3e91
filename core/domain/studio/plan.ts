import { z } from 'zod';
import { DAY_MS } from '../values/durations.ts';
import type { PlanState } from './plan-state.ts';
import { CAP_LIMITS, type MonthUsage, priceMonth, PRICES, type Prices, pricesOf, pricesOfVersion } from './prices.ts';
import { FORECAST_DAYS, hoursOf, monthAfter, monthBounds, monthOf, type UsageForecast } from './usage.ts';

/** How long a studio that owes stays in a state before the next one. */
export const OVERDUE_MS = { past_due: 14 * DAY_MS, read_only: 30 * DAY_MS } as const;

export interface PlanFacts {
  state: PlanState;
  /** When the state began, epoch milliseconds. */
  since: number;
  /** True once the studio has a card and an address, and has accepted prices. */
  isReady: boolean;
  /** Since when a payment of an invoice has failed and the invoice is open, epoch milliseconds; null if none has. */
  overdueSince: number | null;
  /** When prices begin that the studio was told of and has not accepted, epoch milliseconds; null without such. */
  pricesEndAt: number | null;
}

/**
 * Returns the state that follows, or the present one. One step at a time: each state of a studio that owes lasts its
 * whole time, also after an outage. A studio that has not accepted other prices in time is read-only as long as it has not,
 * and is suspended only if it owes; one that accepts them has the 14 days of a payment that failed meanwhile.
 */
export function nextState(facts: PlanFacts, now: number): PlanState {
  const { state, isReady, overdueSince } = facts;
  const isOverdue = overdueSince !== null;
  const paid = isUnanswered(facts.pricesEndAt, now) ? 'read_only' : 'active';
  switch (state) {
    case 'trialing':
      return isReady && !isOverdue && paid === 'active' ? 'active' : state;
    case 'active':
      return isOverdue && paid === 'active' ? 'past_due' : paid;
    case 'past_due':
      if (!isOverdue) return paid;
      return paid === 'active' && now < nextStateAt(facts)! ? state : 'read_only';
    case 'read_only':
      if (!isOverdue) return paid;
      if (now >= nextStateAt(facts)!) return 'suspended';
      return paid === 'active' && now < overdueSince + OVERDUE_MS.past_due ? 'past_due' : state;
    case 'suspended':
      return isOverdue ? state : paid;
  }
}

/** Mails about what a read-only studio waits for: a bill, an answer to other prices, or both. */
export const READ_ONLY_NOTICES = ['plan_read_only', 'prices_ended', 'bill_and_prices'] as const;
export type ReadOnlyNotice = (typeof READ_ONLY_NOTICES)[number];

/** Returns the mail that is true of a read-only studio; null in other states. It is told once, as long as it is true. */
export function readOnlyNotice(
  facts: Pick<PlanFacts, 'state' | 'overdueSince' | 'pricesEndAt'>,
  now: number,
): ReadOnlyNotice | null {
  if (facts.state !== 'read_only') return null;
  if (!isUnanswered(facts.pricesEndAt, now)) return 'plan_read_only';
  return facts.overdueSince === null ? 'prices_ended' : 'bill_and_prices';
}

/** When a studio that owes gets to its next state, epoch milliseconds; null without one. */
export function nextStateAt({ state, since, overdueSince }: Pick<PlanFacts, 'state' | 'since' | 'overdueSince'>) {
  if (overdueSince === null) return null;
  if (state === 'past_due') return since + OVERDUE_MS.past_due;
  // The payment of a studio that was read-only because of other prices may fail later.
  if (state === 'read_only') {
    return Math.max(since + OVERDUE_MS.read_only, overdueSince + OVERDUE_MS.past_due + OVERDUE_MS.read_only);
  }
  return null;
}

/** The most that a month may cost, in minor units, as a studio chooses it. */
export const cap = z.number().int().min(CAP_LIMITS.least).max(CAP_LIMITS.most);

/**
 * Statuses of a statement: too small to charge, to be charged, left to the operator, and those of its invoice at Stripe;
 * must equal the CHECK of `statements.status`.
 */
export const STATEMENT_STATUSES = ['waived', 'pending', 'held', 'open', 'paid', 'uncollectible', 'void'] as const;

/** What a plan says about prices. */
export interface PlanTerms {
  state: PlanState;
  /** The cap that the studio chose, in minor units. */
  cap: number;
  /** The version of the prices that it accepted last; null before. */
  prices: number | null;
  /** The month in which it accepted a version: `2028-04`. */
  accepted: Readonly<Record<string, string>>;
  /** Bytes that a studio stored before prices began, which stay free until the month `freeUntil`. */
  freeStored: number | null;
  freeUntil: string | null;
  /** When the studio was told of a version of the prices, epoch milliseconds; 0 for the one that it began with. */
  noticed: Readonly<Record<string, number>>;
}

/** How long before they count a studio is told of other prices. */
export const NOTICE_MS = 60 * DAY_MS;

/** Returns the first month in which a version of the prices counts for a studio. @param noticed when it was told of it */
export function pricesBegin(version: number, noticed: number): string {
  const month = noticed === 0 ? '' : monthAfter(monthOf(noticed + NOTICE_MS - 1));
  const { from } = pricesOfVersion(version);
  return from !== null && from > month ? from : month;
}

/**
 * Returns a studio's prices in a month, with the amounts that are free for it: those of the latest version that it has
 * accepted and was told of 60 days before the month. Prices that begin or are accepted after the month do not count for
 * it, even if it is closed later.
 */
export function planPrices(
  {
    accepted: months,
    freeStored,
    freeUntil,
    noticed,
  }: Pick<PlanTerms, 'accepted' | 'freeStored' | 'freeUntil' | 'noticed'>,
  month: string,
): Prices {
  const accepted =
    PRICES.findLast(({ version }) => {
      const [told, acceptedIn] = [noticed[version], months[version]];
      if (told === undefined || acceptedIn === undefined) return false;
      return acceptedIn <= month && pricesBegin(version, told) <= month;
    }) ?? PRICES[0];
  if (freeStored === null || freeUntil === null || month >= freeUntil) return accepted;
  return { ...accepted, free: { ...accepted.free, stored: Math.max(accepted.free.stored, freeStored) } };
}

/** The most that a month costs a studio, in minor units: nothing while it tries the product. */
export const monthCap = ({ state, cap: chosen }: Pick<PlanTerms, 'state' | 'cap'>): number =>
  state === 'trialing' ? 0 : chosen;

/** Returns the version of the prices that a studio may accept: the latest that it was told of, or at first the present one. */
export function offeredPrices(terms: Pick<PlanTerms, 'prices' | 'noticed'>, month: string): number {
  return terms.prices === null
    ? pricesOf(month).version
    : Math.max(terms.prices, ...laterPrices(terms).map(({ version }) => version));
}

/** Versions that a studio was told of and that are later than the one it has accepted; none before it has accepted any. */
const laterPrices = ({ prices, noticed }: Pick<PlanTerms, 'prices' | 'noticed'>) =>
  PRICES.filter(({ version }) => prices !== null && version > prices && version in noticed);

/**
 * Returns the other prices that a studio must accept first, and the month in which they begin; null if it was told of
 * none. A studio is never charged by prices that it has not accepted.
 */
export function pricesToAccept(terms: Pick<PlanTerms, 'prices' | 'noticed'>): { version: number; from: string } | null {
  const begins = laterPrices(terms).map(({ version }) => ({
    version,
    from: pricesBegin(version, terms.noticed[version]!),
  }));
  return begins.toSorted((a, b) => (a.from < b.from ? -1 : 1))[0] ?? null;
}

/** Returns when those prices begin, epoch milliseconds. */
export function pricesEnd(terms: Pick<PlanTerms, 'prices' | 'noticed'>): number | null {
  const next = pricesToAccept(terms);
  return next && monthBounds(next.from).start;
}

/** True once prices have begun that the studio was told of and has not accepted. @param pricesEndAt from `pricesEnd` */
export const isUnanswered = (pricesEndAt: number | null, now: number): boolean =>
  pricesEndAt !== null && pricesEndAt <= now;

/** Reminders of other prices that a studio has not accepted: in the month before they begin, and a week before. */
export type PricesReminder = 'prices_month' | 'prices_week';

/** Returns the reminder that is due and was not told. @param told what the studio was told in this month */
export function dueReminder(
  { state, pricesEndAt }: Pick<PlanFacts, 'state' | 'pricesEndAt'>,
  told: readonly string[],
  now: number,
): PricesReminder | null {
  const isPaying = state === 'active' || state === 'past_due';
  if (!isPaying || pricesEndAt === null || monthAfter(monthOf(now)) !== monthOf(pricesEndAt)) return null;
  const reminder = pricesEndAt - now <= 7 * DAY_MS ? 'prices_week' : 'prices_month';
  return told.includes(reminder) ? null : reminder;
}

/** What a month has come to. */
export interface Spending {
  /** Minor units without the cap. */
  used: number;
  /** Minor units. */
  cap: number;
  /** True if uploads and clients' downloads stop. */
  isCapped: boolean;
}

/** Returns what a month has come to under a plan. */
export function spendingOf(terms: PlanTerms, usage: MonthUsage, month: string): Spending {
  const used = priceMonth(usage, { prices: planPrices(terms, month), month }).amount;
  const most = monthCap(terms);
  return { used, cap: most, isCapped: used > 0 && used >= most };
}

/** What decides the cost of a month for a studio. */
export interface MonthTerms {
  /** The version of its prices, and the bytes that are free for it. */
  prices: number;
  free: Prices['free'];
  /** The most that the month may cost, in minor units: 0 in a trial. */
  cap: number;
  /** What was charged for a month that is closed, in minor units; null for one that goes on. */
  charged: number | null;
}

export interface MonthCost {
  prices: Prices;
  /** Minor units, net of VAT, as are both ends of what is expected. */
  amount: number;
  /** True for an amount that is too small to be charged. */
  isWaived: boolean;
  /** Null for a past month, and too early to tell. */
  expected: { low: number; high: number } | null;
}

/**
 * Returns what a month costs a studio, as Settings shows it.
 * @param forecast null for a past month
 * @param terms null for a studio without a plan, which pays as everybody does
 */
export function monthCost(
  month: string,
  usage: MonthUsage,
  forecast: UsageForecast | null,
  terms: MonthTerms | null,
): MonthCost {
  const prices = terms === null ? pricesOf(month) : { ...pricesOfVersion(terms.prices), free: terms.free };
  const price = (used: MonthUsage) => priceMonth(used, { prices, month, ...(terms && { cap: terms.cap }) });
  const amount = terms?.charged ?? price(usage).amount;
  const end = (which: 'low' | 'high') => {
    const { stored, downloaded } = forecast!;
    return price({ byteHours: stored[which] * hoursOf(month), downloadBytes: downloaded[which] }).amount;
  };
  const isTold = forecast !== null && forecast.fullDays >= FORECAST_DAYS.shown;
  return {
    prices,
    amount,
    isWaived: amount < prices.waivedBelow,
    expected: isTold ? { low: end('low'), high: end('high') } : null,
  };
}

/** Mails about the cap; each is sent once at most, until the cap is raised or the month ends. */
const CAP_NOTICES = ['cap_half', 'cap_near', 'cap_reached', 'cap_expected'] as const;
export type CapNotice = (typeof CAP_NOTICES)[number];

/** Shares of the cap that are told. */
const SHARES = { cap_half: 0.5, cap_near: 0.8 } as const;

/**
 * Returns the notices that are due and were not told. Of several shares of the cap only the largest is mailed, and no
 * forecast once the cap is reached.
 * @param expected what the month will come to at least, in minor units without the cap; null if unknown
 */
export function dueNotices(
  { used, cap: most, isCapped }: Spending,
  expected: number | null,
  told: readonly string[],
): { due: CapNotice[]; mailed: CapNotice[] } {
  const isDue: Record<CapNotice, boolean> = {
    cap_half: most > 0 && used >= most * SHARES.cap_half,
    cap_near: most > 0 && used >= most * SHARES.cap_near,
    cap_reached: isCapped,
    cap_expected: most > 0 && expected !== null && expected > most,
  };
  const due = CAP_NOTICES.filter((notice) => isDue[notice] && !told.includes(notice));
  const share = due.findLast((notice) => notice !== 'cap_expected');
  const isExpected = due.includes('cap_expected') && !isCapped;
  return { due, mailed: [...(share ? [share] : []), ...(isExpected ? (['cap_expected'] as const) : [])] };
}
