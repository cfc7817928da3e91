import { allocate } from '#core/domain/payments/allocate.ts';
import { instalmentsOf, MAX_INSTALMENTS, type PlannedBilling } from '#core/domain/payments/instalments.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { addMonths, localDate } from '#core/domain/values/time.ts';
import type { Amount } from '#web/lib/forms/amount.ts';
import { dayValue, readDueDay } from '../dialogs/date-values.ts';

/** An instalment as it is typed; the day as `2026-11-21`, empty for none. */
export interface PartValues {
  readonly id: number;
  readonly amount: Amount;
  readonly day: string;
}

export interface PlanValues {
  parts: readonly PartValues[];
  moves: boolean;
  reminds: boolean;
}

/** Usual plans: a number of instalments, one a month, or a deposit now and the rest before the session. */
export type PlanPreset = number | 'deposit';
export const MONTHLY = [2, 3, 6] as const;

const numbered = (parts: readonly Omit<PartValues, 'id'>[]) => parts.map((part, index) => ({ ...part, id: index + 1 }));

/** Returns the present plan as values of the form: stored instalments, or the deposit and the rest. */
export function toParts(billing: PlannedBilling, zone: string): PartValues[] {
  return numbered(instalmentsOf(billing).map(({ amount, dueAt }) => ({ amount, day: dayValue(dueAt, zone) })));
}

/**
 * Returns the instalments of a usual plan from today on. A session that is ahead gets its last instalment the day before.
 * @param start of the session, epoch milliseconds; null for none
 */
export function presetParts(
  preset: PlanPreset,
  {
    total,
    deposit,
    start,
    now,
    zone,
  }: { total: number; deposit: number; start: number | null; now: number; zone: string },
): PartValues[] {
  const today = localDate(now, zone);
  if (preset !== 'deposit') {
    const amounts = allocate(
      total,
      Array.from({ length: preset }, () => 1),
    ).filter((amount) => amount > 0);
    return numbered(amounts.map((amount, index) => ({ amount, day: addMonths(today, index) })));
  }
  const first = deposit > 0 && deposit < total ? deposit : Math.ceil(total / 2);
  const before = start === null ? '' : localDate(start - DAY_MS, zone);
  const last = before > today ? before : addMonths(today, 1);
  const rest = total - first;
  return numbered([{ amount: first, day: today }, ...(rest > 0 ? [{ amount: rest, day: last }] : [])]);
}

/** Returns what is left to divide among instalments, in minor units; null while an amount is wrong. */
export function leftOf(parts: readonly PartValues[], total: number): number | null {
  let left = total;
  for (const { amount } of parts) {
    if (typeof amount !== 'number') return null;
    left -= amount;
  }
  return left;
}

type PlanFault = 'amount' | 'date' | 'order' | 'sum';

/** Reads the form: what is wrong with it, or the plan. */
export function readPlan(
  parts: readonly PartValues[],
  { total, zone }: { total: number; zone: string },
): { fault: PlanFault } | { instalments: { amount: number; dueAt: number }[] } {
  const instalments: { amount: number; dueAt: number }[] = [];
  for (const { amount, day } of parts) {
    if (typeof amount !== 'number' || amount < 1) return { fault: 'amount' };
    const dueAt = readDueDay(day, zone);
    if (dueAt === null) return { fault: 'date' };
    instalments.push({ amount, dueAt });
  }
  if (instalments.some(({ dueAt }, index) => index > 0 && dueAt < instalments[index - 1]!.dueAt)) {
    return { fault: 'order' };
  }
  return leftOf(parts, total) === 0 ? { instalments } : { fault: 'sum' };
}

/** Returns the form's schema. */
export const planForm = (of: { total: number; zone: string }) => ({
  safeParse: (values: unknown) => {
    const { parts, moves, reminds } = values as PlanValues;
    const read = readPlan(parts, of);
    return 'fault' in read
      ? { success: false as const, error: { issues: [{ path: ['parts'], message: read.fault }] } }
      : { success: true as const, data: { ...read, moves, reminds } };
  },
});

/** Returns the instalments with one more, of what is left, a month after the last. */
export function addPart(parts: readonly PartValues[], total: number): readonly PartValues[] {
  if (parts.length >= MAX_INSTALMENTS) return parts;
  const left = leftOf(parts, total) ?? 0;
  const day = parts.at(-1)?.day ?? '';
  const id = Math.max(0, ...parts.map((part) => part.id)) + 1;
  return [...parts, { id, amount: left > 0 ? left : null, day: day && addMonths(day, 1) }];
}
