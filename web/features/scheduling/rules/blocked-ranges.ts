import { shiftDay } from '#web/components/ui/inputs/calendar-days.ts';

export interface BlockedRange {
  /** First and last day, `2026-12-24`. */
  from: string;
  to: string;
}

/** Groups days into ranges without gaps, from a day on. `days` are in ascending order. */
export function blockedRanges(days: readonly string[], since: string): BlockedRange[] {
  const ranges: BlockedRange[] = [];
  for (const day of days) {
    if (day < since) continue;
    const last = ranges.at(-1);
    if (last && shiftDay(last.to, 1) === day) last.to = day;
    else ranges.push({ from: day, to: day });
  }
  return ranges;
}

/** Returns every day of a range. */
export function rangeDays({ from, to }: BlockedRange): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = shiftDay(day, 1)) days.push(day);
  return days;
}
