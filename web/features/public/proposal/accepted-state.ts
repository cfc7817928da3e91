import type { PublicProposal } from '#core/api/proposals.ts';

/** What an accepted proposal waits for: signatures, a payment that is due now, later ones, or nothing. */
export type AcceptedState = 'signatures' | 'pay' | 'later' | 'done';

/** Returns what an accepted proposal waits for, in the order in which its client is asked. */
export function acceptedState(accepted: NonNullable<PublicProposal['accepted']>): AcceptedState {
  const { total, paid, payments, byHand, isOnItsWay, signatures } = accepted;
  if (!isOnItsWay && paid === 0 && total > 0 && (payments.length > 0 || byHand !== null)) return 'pay';
  if (signatures !== null && signatures.signed < signatures.of) return 'signatures';
  return paid < total ? 'later' : 'done';
}
