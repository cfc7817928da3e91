import type { StudioPlan } from '#core/api/plan.ts';

/** What a part of the plan needs. */
export interface PlanPartProps {
  plan: StudioPlan;
  onChange: (plan: StudioPlan) => void;
}

/** Returns the key of the text about a plan's state: a studio that has removed its card must add one. */
export const stateText = ({ state, card }: Pick<StudioPlan, 'state' | 'card'>) =>
  state === 'active' && card === '' ? 'states.active.noCard' : (`states.${state}.text` as const);
