import type { StudioPlan } from '#core/api/plan.ts';

/** What a part of the plan needs. */
export interface PlanPartProps {
  plan: StudioPlan;
  onChange: (plan: StudioPlan) => void;
}
