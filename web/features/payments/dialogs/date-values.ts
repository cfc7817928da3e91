import { instant } from '#core/domain/values/primitives.ts';
import { isoDate, localDate, startOfDay } from '#core/domain/values/time.ts';
import { isMonth } from '#web/lib/format/format.ts';
import { instantAt } from '#web/lib/format/wall-clock.ts';

/** Formats a time as the value of a date input, `2026-11-21` in the studio's zone; empty for null. */
export function dayValue(epochMs: number | null, zone: string): string {
  return epochMs === null ? '' : localDate(epochMs, zone);
}

/**
 * Returns the time of a payment on a day: now for today, so that payments keep their order, noon for another day. Null
 * if the day is invalid or out of range.
 */
export function readPaidDay(value: string, zone: string, now: number): number | null {
  if (!isoDate.safeParse(value).success) return null;
  if (value === localDate(now, zone)) return now;
  return instant.safeParse(instantAt(value, 12 * 60, zone)).data ?? null;
}

/** Returns the last millisecond of a due date; null for none. */
export function readDueDay(value: string, zone: string): number | null {
  if (!isoDate.safeParse(value).success) return null;
  return instantAt(value, 24 * 60, zone) - 1;
}

/**
 * Returns the first millisecond of a month in the studio's zone and of the next one, each left out at the limits of the
 * accepted times. Empty for an invalid month, which may come from the address.
 */
export function monthSpan(month: string | null, zone: string): { from?: number; to?: number } {
  if (month === null || !isMonth(month)) return {};
  const [year = 0, number = 1] = month.split('-').map(Number);
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
  const [from, to] = [month, next].map((one) => instant.safeParse(startOfDay(`${one}-01`, zone)).data);
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}
