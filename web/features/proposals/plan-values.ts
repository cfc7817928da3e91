import { allocate } from '#core/domain/payments/allocate.ts';
import { MAX_INSTALMENTS } from '#core/domain/payments/instalments.ts';
import type { ProposalPlan } from '#core/domain/payments/proposal-prices.ts';
import { localDate } from '#core/domain/values/time.ts';
import type { Amount } from '#web/lib/forms/amount.ts';
import { instantAt } from '#web/lib/format/wall-clock.ts';

export const DUE_KINDS = ['accepted', 'session', 'date'] as const;
type DueKind = (typeof DUE_KINDS)[number];

/** A part of the plan as it is typed. */
export interface PlanPartValues {
  readonly id: number;
  readonly unit: 'percent' | 'amount';
  readonly percent: string;
  readonly amount: Amount;
  readonly due: DueKind;
  /** Days after acceptance, or before the session. */
  readonly days: string;
  /** `2026-11-21`, of a date. */
  readonly day: string;
}

const BLANK: Omit<PlanPartValues, 'id'> = {
  unit: 'percent',
  percent: '',
  amount: null,
  due: 'accepted',
  days: '0',
  day: '',
};

/** Returns a stored plan as values of the form. @param zone the studio's zone */
export function toPlanValues(plan: ProposalPlan, zone: string): PlanPartValues[] {
  return plan.map(({ amount, percent, due }, index) => ({
    ...BLANK,
    id: index + 1,
    unit: percent === null ? 'amount' : 'percent',
    percent: percent === null ? '' : String(percent),
    amount,
    due: due.kind,
    ...(due.kind === 'date' ? { day: localDate(due.at, zone) } : { days: String(due.days) }),
  }));
}

export type PlanFault = 'amount' | 'percent' | 'sum' | 'due';

const wholeNumber = (typed: string): number | null => (/^\d{1,4}$/.test(typed.trim()) ? Number(typed) : null);

function readDue({ due, days, day }: PlanPartValues, zone: string): ProposalPlan[number]['due'] | null {
  if (due === 'date') {
    return /^\d{4}-\d{2}-\d{2}$/.test(day) ? { kind: 'date', at: instantAt(day, 24 * 60, zone) - 1 } : null;
  }
  const count = wholeNumber(days);
  return count === null || count > 1100 ? null : { kind: due, days: count };
}

/** Reads the plan: what is wrong with it, or the plan. */
export function readPlan(
  parts: readonly PlanPartValues[],
  zone: string,
): { fault: PlanFault } | { plan: ProposalPlan[number][] } {
  const plan: ProposalPlan[number][] = [];
  for (const part of parts) {
    const due = readDue(part, zone);
    if (due === null) return { fault: 'due' };
    const percent = part.unit === 'percent' ? wholeNumber(part.percent) : null;
    const amount = part.unit === 'amount' && typeof part.amount === 'number' ? part.amount : null;
    if (part.unit === 'percent' && (percent === null || percent < 1 || percent > 100)) return { fault: 'percent' };
    if (part.unit === 'amount' && (amount === null || amount < 1)) return { fault: 'amount' };
    plan.push({ percent, amount, due });
  }
  const percents = plan.flatMap(({ percent }) => percent ?? []);
  const sum = percents.reduce((all, one) => all + one, 0);
  return percents.length > 0 && sum !== 100 ? { fault: 'sum' } : { plan };
}

/** Usual plans: one payment, a deposit and the rest, or a number of parts, one a month. */
export type PlanPreset = 'all' | 'deposit' | number;
export const PRESETS: readonly PlanPreset[] = ['all', 'deposit', 2, 3, 6];

/** Days of a month, and before the session, of usual plans. */
const [MONTH, BEFORE] = [30, 14];

/** Returns the parts of a usual plan. @param hasSession a session is booked with it: the rest is due before */
export function presetPlan(preset: PlanPreset, hasSession: boolean): PlanPartValues[] {
  if (preset === 'all') return [];
  const parts: Omit<PlanPartValues, 'id'>[] =
    preset === 'deposit'
      ? [
          { ...BLANK, percent: '30' },
          {
            ...BLANK,
            percent: '70',
            due: hasSession ? 'session' : 'accepted',
            days: String(hasSession ? BEFORE : MONTH),
          },
        ]
      : allocate(
          100,
          Array.from({ length: preset }, () => 1),
        ).map((percent, index) => ({ ...BLANK, percent: String(percent), days: String(index * MONTH) }));
  return parts.map((part, index) => ({ ...part, id: index + 1 }));
}

/** Returns the plan with one more part, of what the percentages leave. */
export function addPlanPart(parts: readonly PlanPartValues[]): readonly PlanPartValues[] {
  if (parts.length >= MAX_INSTALMENTS) return parts;
  const left = 100 - parts.reduce((sum, part) => sum + (wholeNumber(part.percent) ?? 0), 0);
  const id = Math.max(0, ...parts.map((part) => part.id)) + 1;
  return [...parts, { ...BLANK, id, percent: left > 0 ? String(left) : '' }];
}
