import type { PublicProposal } from '#core/api/proposals.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';

/**
 * What an accepted proposal waits for: this visitor's signature, the first payment, other people's signatures, a payment that is due (`due`, or
 * `unpayable` where the page offers no way to pay it), one of later, or nothing (`done`: all is paid; `free`: nothing was
 * to be paid; `placed`: nothing by this visitor). `cancelled` and `withdrawn`: it stands no more.
 */
export type AcceptedState =
  | 'cancelled'
  | 'withdrawn'
  | 'sign'
  | 'pay'
  | 'signatures'
  | 'free'
  | 'done'
  | 'placed'
  | 'later'
  | 'due'
  | 'unpayable';

/**
 * Returns what an accepted proposal waits for, in the order in which its client is asked.
 * @param now epoch milliseconds
 */
export function acceptedState(accepted: NonNullable<PublicProposal['accepted']>, now: number): AcceptedState {
  const { ended, total, paid, mayPay, instalments, payments, byHand, isOnItsWay, signatures } = accepted;
  if (ended !== null) return ended;
  if (signatures?.isAwaitingYou) return 'sign';
  const dueAt = instalments.find(({ isNext }) => isNext)?.dueAt ?? null;
  // Without a plan all of it is due.
  const isDue = dueAt === null || dueAt <= now + DAY_MS;
  const isPayable = !isOnItsWay && (payments.length > 0 || byHand !== null);
  if (isDue && isPayable && paid === 0 && total > 0) return 'pay';
  if (signatures !== null && signatures.signed < signatures.of) return 'signatures';
  if (total === 0) return 'free';
  if (paid >= total) return 'done';
  if (!mayPay || (isDue && isOnItsWay)) return 'placed';
  if (!isDue) return 'later';
  return isPayable ? 'due' : 'unpayable';
}
