import type { Account } from '#core/domain/studio/accounts.ts';
import { isUnanswered } from '#core/domain/studio/plan.ts';

/**
 * States of a studio that a banner tells, the worst first: only one is shown. An operator's suspension is `paused`, that
 * of an unpaid bill `suspended`.
 */
const NOTICES = [
  'blocked',
  'paused',
  'suspended',
  'site_blocked',
  'bill_and_prices',
  'read_only',
  'prices_ended',
  'past_due',
  'trial_used',
  'capped',
  'new_prices',
] as const;
export type StudioNotice = (typeof NOTICES)[number];

/** Returns the worst that members must know about the studio; null for nothing. */
export function studioNotice(
  {
    heldAt,
    pausedAt,
    siteHeldAt,
    planState,
    cappedAt,
    isOverdue,
    pricesEndAt,
    isUntold,
  }: Pick<
    Account,
    'heldAt' | 'pausedAt' | 'siteHeldAt' | 'planState' | 'cappedAt' | 'isOverdue' | 'pricesEndAt' | 'isUntold'
  >,
  now: number,
): StudioNotice | null {
  const haveBegun = isUnanswered(pricesEndAt, now);
  const isTrue: Record<StudioNotice, boolean> = {
    blocked: heldAt !== null && !isUntold,
    paused: pausedAt !== null && !isUntold,
    suspended: planState === 'suspended',
    site_blocked: siteHeldAt !== null && !isUntold,
    bill_and_prices: planState === 'read_only' && isOverdue && haveBegun,
    read_only: planState === 'read_only' && !haveBegun,
    prices_ended: planState === 'read_only',
    past_due: planState === 'past_due',
    // A trial has reached no cap that the studio chose.
    trial_used: cappedAt !== null && planState === 'trialing',
    capped: cappedAt !== null,
    new_prices: pricesEndAt !== null,
  };
  return NOTICES.find((notice) => isTrue[notice]) ?? null;
}
