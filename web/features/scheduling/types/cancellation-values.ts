import { z } from 'zod';
import { cancellationRule, type CancellationRule } from '#core/domain/payments/cancellation.ts';
import { isInDays } from '#core/domain/payments/cancellation-text.ts';

export const CANCELLATION_KINDS = ['none', 'deposit', 'steps'] as const;
export type CancellationKind = (typeof CANCELLATION_KINDS)[number];

const HOURS_PER_DAY = 24;

/** A window as it is typed: it begins `time` days or hours before the session; empty: with the booking. */
export interface WindowValues {
  time: string;
  unit: 'days' | 'hours';
  keeps: 'deposit' | 'percent';
  percent: string;
}

export interface CancellationValues {
  kind: CancellationKind;
  /** The only window of `deposit`. */
  deposit: WindowValues;
  steps: readonly WindowValues[];
  isAutomatic: boolean;
}

const DEPOSIT: WindowValues = { time: '2', unit: 'days', keeps: 'deposit', percent: '' };
const STEPS: readonly WindowValues[] = [
  { time: '30', unit: 'days', keeps: 'percent', percent: '50' },
  { time: '7', unit: 'days', keeps: 'percent', percent: '100' },
];

type Window = CancellationRule['windows'][number];

function toWindowValues({ hours, keeps }: Window): WindowValues {
  const kept = keeps === 'deposit' ? { keeps, percent: '' } : { keeps: 'percent' as const, percent: String(keeps) };
  if (hours === null) return { time: '', unit: 'days', ...kept };
  if (isInDays(hours)) return { time: String(hours / HOURS_PER_DAY), unit: 'days', ...kept };
  return { time: String(hours), unit: 'hours', ...kept };
}

export function toCancellationValues(rule: CancellationRule | null): CancellationValues {
  const [first, ...more] = rule?.windows ?? [];
  const isDeposit = first?.keeps === 'deposit' && more.length === 0;
  return {
    kind: first === undefined ? 'none' : isDeposit ? 'deposit' : 'steps',
    deposit: isDeposit ? toWindowValues(first) : DEPOSIT,
    steps: rule && !isDeposit ? rule.windows.map(toWindowValues) : STEPS,
    isAutomatic: rule?.isAutomatic ?? false,
  };
}

function toWindow({ time, unit, keeps, percent }: WindowValues) {
  const number = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed));
  return {
    hours: time.trim() === '' ? null : number(time) * (unit === 'days' ? HOURS_PER_DAY : 1),
    keeps: keeps === 'deposit' ? keeps : number(percent),
  };
}

/** Reads the form: null for no rule. An issue is of the field `deposit` or `steps`. */
export const cancellationForm = z
  .custom<CancellationValues>()
  .transform(({ kind, deposit, steps, isAutomatic }, ctx): CancellationRule | null => {
    if (kind === 'none') return null;
    const windows = (kind === 'deposit' ? [deposit] : steps).map(toWindow);
    const read = cancellationRule.safeParse({ windows, isAutomatic });
    if (read.success) return read.data;
    ctx.addIssue({ code: 'custom', path: [kind], message: 'invalid' });
    return z.NEVER;
  });
