import { DAY_MS, HOUR_MS } from '../values/durations.ts';
import type { CancellationKeeps, CancellationRule } from './cancellation.ts';
import type { CancellationStep } from './cancellation-terms.ts';

/** Texts of the namespace `cancellation`, in the language of the reader. */
export interface CancellationWords {
  text: (key: CancellationKey, values: Record<string, string | number>) => string;
  /** Formats minor units; null if amounts are not shown. */
  money: ((amount: number) => string) | null;
}

/** The keys of `cancellation.json` that describe a rule. */
export type CancellationKey =
  | 'until'
  | 'before'
  | 'after'
  | 'always'
  | 'amount'
  | 'atMost'
  | 'days'
  | 'hours'
  | `what.${'free' | 'deposit' | 'percent' | 'all'}`;

function whatIsKept({ text, money }: CancellationWords, keeps: CancellationKeeps, amount: number): string {
  if (keeps === 0) return text('what.free', {});
  const shown = money && amount > 0 ? text('amount', { amount: money(amount) }) : '';
  if (keeps === 'deposit') return text('what.deposit', { amount: shown });
  return text(keeps === 100 ? 'what.all' : 'what.percent', { percent: keeps, amount: shown });
}

/**
 * Returns a sentence for each step, in order of time.
 * @param timeOf the date and time of the end of a step: `18 May 2027, 10:00 (Madrid)`
 */
export function describeSteps(
  words: CancellationWords,
  steps: readonly CancellationStep[],
  timeOf: (until: number) => string,
): string[] {
  return [
    ...steps.map(({ until, keeps, amount }) => {
      const what = whatIsKept(words, keeps, amount);
      if (until !== null) return words.text('until', { date: timeOf(until), what });
      return words.text(steps.length > 1 ? 'after' : 'always', { what });
    }),
    words.text('atMost', {}),
  ];
}

/** Returns the sentences of a rule without a session: `Up to 30 days before the session: …`. */
export function describeRule(
  words: CancellationWords,
  rule: CancellationRule,
  steps: readonly CancellationStep[],
): string[] {
  const starts = rule.windows.flatMap(({ hours }) => (hours === null ? [] : [hours]));
  return [
    ...steps.map(({ keeps, amount }, index) => {
      const what = whatIsKept(words, keeps, amount);
      const hours = starts[index];
      if (hours !== undefined) return words.text('before', { time: timeBefore(words, hours), what });
      return words.text(steps.length > 1 ? 'after' : 'always', { what });
    }),
    words.text('atMost', {}),
  ];
}

/** Whole days from two days on are days, everything else hours: "2 days", "36 hours". */
export const isInDays = (hours: number): boolean => hours >= (2 * DAY_MS) / HOUR_MS && (hours * HOUR_MS) % DAY_MS === 0;

function timeBefore({ text }: CancellationWords, hours: number): string {
  return isInDays(hours) ? text('days', { count: (hours * HOUR_MS) / DAY_MS }) : text('hours', { count: hours });
}
