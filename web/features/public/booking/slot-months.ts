import type { PublicSlot } from '#core/api/booking.ts';

/** Months are `2026-11`, reckoned in UTC: whole ones are asked for, and days of any zone are made of what has come. */
export type Month = string;

export function utcMonth(epochMs: number): Month {
  return new Date(epochMs).toISOString().slice(0, 7);
}

export function shiftMonth(month: Month, by: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7);
}

/** First millisecond of a month, and the first of the next. */
export function monthSpan(month: Month): { from: number; to: number } {
  return { from: Date.parse(`${month}-01`), to: Date.parse(`${shiftMonth(month, 1)}-01`) };
}

/** The free slots of a month, as they were when they were asked for. */
export interface MonthSlots {
  slots: readonly PublicSlot[];
  /** Epoch milliseconds of this device's clock. */
  askedAt: number;
}

export interface MonthRange {
  /** What has come. */
  months: ReadonlyMap<Month, MonthSlots>;
  /** The first month that can have slots, and the last. */
  first: Month;
  last: Month;
  shown: Month;
}

/**
 * Months to be there: the one that is shown with its neighbours, since days of a zone begin and end in those of UTC;
 * one more, so that going on never waits; and, where all of them are empty, one after another until there is a slot.
 */
export function monthsToLoad({ months, first, last, shown }: MonthRange): Month[] {
  const near = [-1, 0, 1, 2].map((by) => shiftMonth(shown, by)).filter((month) => first <= month && month <= last);
  if (near.some((month) => !months.has(month))) return near.filter((month) => !months.has(month));
  for (let month = shown; month <= last; month = shiftMonth(month, 1)) {
    const answer = months.get(month);
    if (!answer) return [month];
    if (answer.slots.length > 0) return [];
  }
  return [];
}

/** Whether all that can begin in a month of any zone has come. */
export function isMonthLoaded({ months, first, last, shown }: MonthRange): boolean {
  return [-1, 0, 1]
    .map((by) => shiftMonth(shown, by))
    .every((month) => month < first || month > last || months.has(month));
}
