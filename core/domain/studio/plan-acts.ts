import { z } from 'zod';
import { PLAN_LIMITS } from './plan-limits.ts';
import { CAP_LIMITS } from './prices.ts';

/** The parameters of an operator's `credit`: minor units of the prices' currency, net of VAT. */
export const creditAct = z.strictObject({ amount: z.number().int().min(1).max(CAP_LIMITS.most) });

/** The parameters of an operator's `limits`; null ends the exception. */
export const limitAct = z.strictObject({
  limit: z.enum(PLAN_LIMITS),
  value: z.number().int().min(0).max(1e15).nullable(),
});
