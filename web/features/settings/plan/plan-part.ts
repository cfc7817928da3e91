import type { StudioPlan } from '#core/api/plan.ts';
import { monthOf } from '#core/domain/studio/usage.ts';

/** What a part of the plan needs. */
export interface PlanPartProps {
  plan: StudioPlan;
  onChange: (plan: StudioPlan) => void;
}

type Bill = StudioPlan['statements'][number];

/** True for a bill that Stripe could not charge, or has not charged yet. */
export const isUnpaid = ({ status }: Pick<Bill, 'status'>) => status === 'open' || status === 'uncollectible';

/** Returns the bill that a studio must pay before anything else. */
export const billToPay = ({ state, statements }: Pick<StudioPlan, 'state' | 'statements'>): Bill | undefined =>
  state === 'active' ? undefined : statements.find((bill) => isUnpaid(bill) && bill.pageUrl !== null);

/** True once prices have begun that the studio has not accepted. */
export const isUnanswered = ({ pricesEndAt, month }: Pick<StudioPlan, 'pricesEndAt' | 'month'>) =>
  pricesEndAt !== null && monthOf(pricesEndAt) <= month;

/**
 * Returns the key of the text about a plan's state: a studio that has removed its card must add one, one that tries the
 * product may have accepted the prices already, and a read-only one owes, has not accepted other prices, or both.
 */
export function stateText(
  plan: Pick<StudioPlan, 'state' | 'card' | 'nextStateAt' | 'prices' | 'pricesEndAt' | 'month'>,
) {
  const { state, card, nextStateAt, prices } = plan;
  if (state === 'trialing' && prices !== null) return 'states.trialing.accepted';
  if (state === 'active' && card === '') return 'states.active.noCard';
  if (state === 'read_only' && isUnanswered(plan)) {
    return nextStateAt === null ? 'states.read_only.prices' : 'states.read_only.both';
  }
  return `states.${state}.text` as const;
}
