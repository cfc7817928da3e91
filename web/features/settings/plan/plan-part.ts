import type { StudioPlan } from '#core/api/plan.ts';

/** What a part of the plan needs. */
export interface PlanPartProps {
  plan: StudioPlan;
  onChange: (plan: StudioPlan) => void;
}

type Bill = StudioPlan['statements'][number];

/** True for a bill that Stripe could not charge, or has not charged yet. */
export const isUnpaid = ({ status }: Pick<Bill, 'status'>) => status === 'open' || status === 'uncollectible';

/**
 * Returns the key of the text about a plan's state: a studio that has removed its card must add one, and one that is
 * read-only without a bill that would close it has not accepted other prices.
 */
export function stateText({ state, card, nextStateAt }: Pick<StudioPlan, 'state' | 'card' | 'nextStateAt'>) {
  if (state === 'active' && card === '') return 'states.active.noCard';
  if (state === 'read_only' && nextStateAt === null) return 'states.read_only.prices';
  return `states.${state}.text` as const;
}
