/** A part of a payment plan. Amounts in minor units, `dueAt` in epoch milliseconds. */
interface Part {
  amount: number;
  dueAt: number | null;
  /** How much of it was received. */
  paid: number;
  /** It is to be paid now, or next. */
  isNext: boolean;
}

interface PlanProgress {
  paid: number;
  total: number;
  /** What is open of the parts after the next one; those whose date is over are part of what is due. */
  later: { amount: number; dueAt: number | null }[];
}

/** Returns how far a payment plan is, and what follows what is due now; null without a plan. */
export function planProgress(plan: readonly Part[], now: number): PlanProgress | null {
  if (plan.length === 0) return null;
  const next = plan.findIndex(({ isNext }) => isNext);
  return {
    paid: plan.reduce((sum, part) => sum + part.paid, 0),
    total: plan.reduce((sum, part) => sum + part.amount, 0),
    later: plan
      .slice(next + 1)
      .filter(({ amount, paid, dueAt }) => paid < amount && (dueAt === null || dueAt > now))
      .map(({ amount, paid, dueAt }) => ({ amount: amount - paid, dueAt })),
  };
}
