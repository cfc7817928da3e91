import { Temporal } from 'temporal-polyfill';
import { OPEN_STATUSES, type SessionStatus } from '../sessions/sessions.ts';
import { endOfDay, localDate } from '../values/time.ts';
import { type RefundPart, refundParts, refundsOnTheirWay } from './billing.ts';
import { mergeLines, type MergedLine, type OrderLine, type WithdrawalKind } from './products.ts';
import { rightToWithdraw } from './withdrawal-terms.ts';

/** Days in which a consumer withdraws from a contract without a reason: directive 2011/83/EU, article 9. */
export const WITHDRAWAL_DAYS = 14;

/** An order that a client may have placed on the studio's pages. Times in epoch milliseconds. */
export interface WithdrawableOrder {
  /** When the client concluded the contract on a page; null if the studio entered it. Extra photos have times of their own. */
  concludedAt: number | null;
  withdrawnAt: number | null;
  /** The studio has dealt with the withdrawal: what is ordered later can be withdrawn from again. */
  isSettled: boolean;
  /** Null for an order without a session. */
  session: { status: SessionStatus } | null;
  /** Of the lines with digital content that the client asked for immediately; from others they can withdraw. */
  digitalSources: readonly string[];
  lines: readonly (OrderLine & { createdAt: number; withdrawal: WithdrawalKind | null })[];
}

interface WithdrawalRules {
  /** The studio's zone: the right ends with a day there. */
  zone: string;
  /** Also sessions on a date can be withdrawn from, see article 16(l). */
  offersDated: boolean;
}

export type Withdrawal =
  | { state: 'none' }
  /** `until`: null if it ends some days after a delivery. */
  | { state: 'open'; until: number | null; lines: MergedLine[] }
  | { state: 'over'; until: number }
  | { state: 'declared'; at: number };

/** Statuses of a session whose contract stands; a request is none yet. */
const CONCLUDED: ReadonlySet<SessionStatus> = new Set(['scheduled', 'confirmed', 'completed', 'no_show']);

/**
 * Returns the last millisecond in which a contract of a time can be withdrawn from: the day of the contract does not count,
 * and a last day on a weekend is followed by Monday (regulation 1182/71, article 3).
 */
export function withdrawalEnd(concludedAt: number, zone: string): number {
  const last = Temporal.PlainDate.from(localDate(concludedAt, zone)).add({ days: WITHDRAWAL_DAYS });
  return endOfDay(last.add({ days: last.dayOfWeek > 5 ? 8 - last.dayOfWeek : 0 }).toString(), zone);
}

/** Returns whether the client of an order can withdraw from it at `now`, and from which of its lines. */
export function withdrawalOf(order: WithdrawableOrder, rules: WithdrawalRules, now: number): Withdrawal {
  const { withdrawnAt } = order;
  if (withdrawnAt === null) return rightOf(order, order.lines.filter(isOrdered), rules, now);
  const later = order.isSettled ? order.lines.filter((line) => isOrdered(line) && line.createdAt > withdrawnAt) : [];
  const again = rightOf(order, later, rules, now);
  return again.state === 'open' ? again : { state: 'declared', at: withdrawnAt };
}

/** True if a line orders something: the first of its source, or a later round of extra photos; no discount does. */
const isOrdered = ({ isCorrection, source, amount }: OrderLine): boolean =>
  !isCorrection || (source.startsWith('list:') && amount > 0);

/** @param ordered lines of the order that begin the days */
function rightOf(
  order: WithdrawableOrder,
  ordered: WithdrawableOrder['lines'],
  rules: WithdrawalRules,
  now: number,
): Withdrawal {
  if (order.session && !CONCLUDED.has(order.session.status)) return { state: 'none' };
  const ends = new Map<string, number | null>();
  for (const line of ordered) {
    const end = endOfLine(order, line, rules);
    const before = ends.get(line.source);
    // A later round of a selection orders more photos, and begins the days again.
    if (end !== undefined && (before ?? 0) <= (end ?? Infinity)) ends.set(line.source, end);
  }
  const covered = mergeLines(order.lines).filter(({ source, amount }) => amount > 0 && ends.has(source));
  const endOf = ({ source }: MergedLine) => ends.get(source) ?? null;
  const open = covered.filter((line) => (endOf(line) ?? Infinity) >= now);
  const known = covered.map(endOf).filter((end) => end !== null);
  if (open.length > 0) {
    const until = open.map(endOf);
    return { state: 'open', until: until.includes(null) ? null : Math.max(...until.map(Number)), lines: open };
  }
  return known.length > 0 ? { state: 'over', until: Math.max(...known) } : { state: 'none' };
}

/** Returns when the right ends for a line; null if that depends on a delivery, undefined without a right. */
function endOfLine(
  { concludedAt, session, digitalSources }: WithdrawableOrder,
  { source, createdAt, withdrawal }: WithdrawableOrder['lines'][number],
  { zone, offersDated }: WithdrawalRules,
): number | null | undefined {
  const at = source.startsWith('list:') ? createdAt : concludedAt;
  if (source === 'waived' || at === null) return undefined;
  if (withdrawal === 'digital') return digitalSources.includes(source) ? undefined : withdrawalEnd(at, zone);
  const right = rightToWithdraw({ source, withdrawal }, { isDated: session !== null, offersDated });
  if (right === 'returnable') return null;
  return right === 'service' ? withdrawalEnd(at, zone) : undefined;
}

interface WithdrawnOrder<P> {
  session?: { status: SessionStatus } | null | undefined;
  withdrawnSources: readonly string[] | null;
  lines: readonly OrderLine[];
  payments: readonly P[];
  /** Received and not refunded, minor units. */
  paid: number;
}

/** Returns whether a withdrawal cancels the session, and what the lines charge that it does not cover. */
function effectOf({
  session,
  withdrawnSources,
  lines,
}: Pick<WithdrawnOrder<unknown>, 'session' | 'withdrawnSources' | 'lines'>): { cancels: boolean; rest: number } {
  const covered = new Set(withdrawnSources ?? []);
  const merged = mergeLines(lines);
  const sumOf = (some: readonly MergedLine[]) => some.reduce((sum, { amount }) => sum + amount, 0);
  const total = Math.max(0, sumOf(merged));
  const charged = Math.min(Math.max(0, sumOf(merged.filter(({ source }) => covered.has(source)))), total);
  // A proposal charges its session by products.
  const own = merged.filter(({ source, amount }) => amount > 0 && !source.startsWith('list:'));
  const isOwn = covered.has('price') || (own.length > 0 && own.every(({ source }) => covered.has(source)));
  const cancels = Boolean(session && OPEN_STATUSES.includes(session.status)) && isOwn;
  return { cancels, rest: total - charged };
}

/** Returns what an order charges until its withdrawal is settled, in minor units: nothing if that cancels the session. */
export function chargedMeanwhile(order: Parameters<typeof effectOf>[0]): number {
  const { cancels, rest } = effectOf(order);
  return cancels ? 0 : rest;
}

/** How a withdrawal is settled; amounts in minor units. */
export interface WithdrawalSettlement<P> {
  /** The session is cancelled: its own price is withdrawn from, and it has not been held. */
  cancels: boolean;
  /** What goes back: what was paid beyond the other lines' charge, and is not on its way back. */
  returned: number;
  /** What the studio keeps of it. */
  kept: number;
  /** What the client did not withdraw from and has not paid, which a cancelled session no longer charges. */
  dropped: number;
  parts: RefundPart<P>[];
}

/**
 * Returns how a withdrawal is settled.
 * @param order `payments`: the latest first
 */
export function withdrawalSettlement<P extends Parameters<typeof refundParts>[0][number]>({
  session,
  withdrawnSources,
  lines,
  payments,
  paid,
}: WithdrawnOrder<P>): WithdrawalSettlement<P> {
  const { cancels, rest } = effectOf({ session, withdrawnSources, lines });
  const held = paid - refundsOnTheirWay(payments);
  const returned = Math.max(0, held - rest);
  const dropped = cancels ? Math.max(0, rest - held) : 0;
  return { cancels, returned, kept: Math.max(0, held - returned), dropped, parts: refundParts(payments, returned) };
}
