import { HOUR_MS } from '../values/durations.ts';
import { refundsOnTheirWay } from './billing.ts';
import type { CancellationKeeps, CancellationRule, PromisedRule } from './cancellation.ts';

/** What a rule depends on; amounts in minor units, the start in epoch milliseconds. */
export interface CancellationFacts {
  startsAt: number;
  price: number;
  deposit: number;
}

/** A step of the time before a session. */
export interface CancellationStep {
  /** The last moment of this step, epoch milliseconds; null: up to the session. */
  until: number | null;
  keeps: CancellationKeeps;
  /** What the studio keeps, in minor units; of a smaller payment, all of it. */
  amount: number;
}

function feeOf(kept: CancellationKeeps, { price, deposit }: Pick<CancellationFacts, 'price' | 'deposit'>): number {
  return Math.min(price, kept === 'deposit' ? deposit : Math.round((price * kept) / 100));
}

/** Returns the windows of a rule with the free time before them, if there is one, as the first. */
const allWindows = ({ windows }: CancellationRule): CancellationRule['windows'] =>
  windows[0]?.hours === null ? windows : [{ hours: null, keeps: 0 }, ...windows];

/** Returns the steps of a rule in order of time: first the free one, if there is one; the last one is up to the session. */
export function cancellationSteps(rule: PromisedRule, facts: CancellationFacts): CancellationStep[] {
  const windows = allWindows(rule);
  const from = Math.max(facts.startsAt, rule.countsFrom ?? 0);
  const steps = windows.map(({ keeps: kept }, index): CancellationStep => {
    const hours = windows[index + 1]?.hours ?? null;
    return { until: hours === null ? null : from - hours * HOUR_MS, keeps: kept, amount: feeOf(kept, facts) };
  });
  const last = steps.findIndex(({ until }) => until === null || until >= facts.startsAt);
  return [...steps.slice(0, last), { ...steps[last]!, until: null }];
}

/** Returns the steps that have not passed at `now`, epoch milliseconds; never none. */
export function stepsAhead(steps: readonly CancellationStep[], now: number): CancellationStep[] {
  return steps.filter(({ until }) => until === null || now <= until);
}

/** A session's new time and who chose it; times in epoch milliseconds. */
interface Move {
  by: 'client' | 'studio';
  to: number;
  now: number;
}

/**
 * Returns the rule of a session that is moved. Its windows count from the new time, but neither side gains by its own
 * act: if the client moves it, steps that have passed stay passed, and an earlier time that the client chooses counts; if
 * the studio moves it to an earlier time, the windows go on counting from the former one, so that no step begins earlier,
 * until the studio moves it back.
 * @param facts of the session before, as its client knows it
 */
export function movedRule(rule: PromisedRule, facts: CancellationFacts, { by, to, now }: Move): PromisedRule {
  const { countsFrom, ...plain } = rule;
  if (by === 'studio') {
    const from = Math.max(facts.startsAt, countsFrom ?? 0);
    if (to < from) return { ...rule, countsFrom: from };
    return countsFrom === undefined ? rule : plain;
  }
  const kept = countsFrom === undefined || to >= facts.startsAt ? rule : plain;
  const steps = cancellationSteps(rule, facts);
  const passed = steps.length - stepsAhead(steps, now).length;
  if (passed === 0) return kept;
  const [present, ...later] = allWindows(rule).slice(passed);
  return { ...kept, windows: [{ ...present!, hours: null }, ...later] };
}

/** Returns the steps ahead of a session that is moved, as they are after it. */
export function movedSteps(rule: PromisedRule, facts: CancellationFacts, move: Move): CancellationStep[] {
  return stepsAhead(cancellationSteps(movedRule(rule, facts, move), { ...facts, startsAt: move.to }), move.now);
}

/** What happens to the money of a session that is cancelled. Amounts in minor units. */
export interface CancellationTerms {
  kept: number;
  returned: number;
  /** The last moment at which this is so, epoch milliseconds; null: up to the session. */
  until: number | null;
}

/**
 * Returns what the studio keeps and what the client gets back if a session is cancelled at `now`, epoch milliseconds. The
 * studio keeps no more than was paid: a rule never makes a client owe money.
 * @param facts.paid received and not refunded, in minor units
 */
export function cancellationTerms(
  rule: PromisedRule,
  { paid, ...facts }: CancellationFacts & { paid: number },
  now: number,
): CancellationTerms {
  const step = stepsAhead(cancellationSteps(rule, facts), now)[0]!;
  const kept = Math.min(step.amount, paid);
  return { kept, returned: paid - kept, until: step.until };
}

/**
 * Returns what the client of a cancelled session is still to get back, in minor units: payments beyond what the studio
 * keeps, less refunds on their way. 0 while nothing was decided: no rule promised anything.
 * @param keptAmount null if no rule applied
 */
export function amountToReturn(
  {
    session,
    keptAmount,
    paidAmount,
  }: {
    session: { readonly status: string } | undefined;
    keptAmount: number | null;
    paidAmount: number;
  },
  payments: readonly { refundsPaymentId: string | null; status: string; amount: number }[],
): number {
  if (session?.status !== 'cancelled' || keptAmount === null) return 0;
  return Math.max(0, paidAmount - keptAmount - refundsOnTheirWay(payments));
}
