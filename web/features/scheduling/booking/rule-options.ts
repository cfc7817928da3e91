import type { SelectOption } from '#web/components/ui/select.tsx';

const HOUR = 60;
const DAY = 24 * HOUR;

/** What studios usually choose, in the unit that the rule has. */
export const NOTICE_MINUTES = [0, HOUR, 2 * HOUR, 4 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY];
export const HORIZON_DAYS = [7, 14, 30, 60, 90, 180, 365, 730];
export const CUTOFF_HOURS = [0, 2, 6, 12, 24, 48, 72, 168];
export const REMINDER_HOURS = [0, 2, 6, 12, 24, 48, 72, 168];

/** The usual ones and what is stored, whoever stored it. */
export function ruleOptions(
  usual: readonly number[],
  stored: number,
  label: (value: number) => string,
): SelectOption[] {
  return [...new Set([...usual, stored])]
    .toSorted((left, right) => left - right)
    .map((value) => ({ value: String(value), label: label(value) }));
}
