import { z } from 'zod';

/**
 * What a studio has agreed on and paid: it tries the product within the free amounts, pays, or owes. Only an operator
 * closes a studio that owes, so no state deletes anything (docs/decisions/billing.md).
 */
export const PLAN_STATES = ['trialing', 'active', 'past_due', 'read_only', 'suspended'] as const;
export const planState = z.enum(PLAN_STATES);
export type PlanState = z.infer<typeof planState>;
