import type { ManagedBooking } from '#core/api/managed-booking.ts';
import type { PromisedRule } from '#core/domain/payments/cancellation.ts';
import {
  type CancellationFacts,
  cancellationSteps,
  cancellationTerms,
  stepsAhead,
} from '#core/domain/payments/cancellation-terms.ts';
import { BOOKED_STATUSES, type SessionStatus } from '#core/domain/sessions/sessions.ts';

/** The money of a session and its rule of cancelling. Amounts in minor units, the date in epoch milliseconds. */
interface SessionMoney {
  status: SessionStatus;
  date: number;
  price: number | null;
  deposit: number | null;
  cancellation: PromisedRule | null;
  paid: number;
  refunded: number;
  refundsOnTheWay: number;
  keptAmount: number | null;
}

/** Returns what a rule of cancelling depends on. */
export const moneyOf = ({ date, price, deposit }: SessionMoney): CancellationFacts => ({
  startsAt: date,
  price: price ?? 0,
  deposit: deposit ?? 0,
});

/** Returns what happens to the money if the client cancels now; null without a rule. A request can be withdrawn freely. */
export function termsOf(session: SessionMoney, now: number) {
  const { cancellation, status, paid } = session;
  if (cancellation === null || !BOOKED_STATUSES.includes(status)) return null;
  return cancellationTerms(cancellation, { ...moneyOf(session), paid }, now);
}

/** Returns the steps of a session's rule that have not passed; null without a rule. */
export function toPublicRule(session: SessionMoney, now: number): ManagedBooking['cancellation'] {
  const { cancellation: rule } = session;
  if (rule === null) return null;
  const steps = cancellationSteps(rule, moneyOf(session));
  return { rule, steps: stepsAhead(steps, now), terms: termsOf(session, now), isAutomatic: rule.isAutomatic };
}

/** Returns what became of the money of a session that was cancelled by its rule. */
export function toSettlement({ status, keptAmount, paid, refunded, refundsOnTheWay }: SessionMoney) {
  if (status !== 'cancelled' || keptAmount === null) return null;
  const toReturn = Math.max(0, paid - keptAmount - refundsOnTheWay);
  return { kept: keptAmount, returned: refunded + refundsOnTheWay, toReturn };
}
