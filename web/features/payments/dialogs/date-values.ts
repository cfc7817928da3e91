import { instant } from '#core/domain/primitives.ts';
import { isoDate, localDate, startOfDay } from '#core/domain/time.ts';
import { instantAt } from '#web/lib/format/wall-clock.ts';

/** `2026-11-21`, as the platform's picker holds a day of the studio; empty for none. */
export function dayValue(epochMs: number | null, zone: string): string {
  return epochMs === null ? '' : localDate(epochMs, zone);
}

/**
 * When money came in on a day: now if that is today, so that payments stay in the order in which they came, and noon of
 * another. Null for what is no day, or none of our times.
 */
export function readPaidDay(value: string, zone: string, now: number): number | null {
  if (!isoDate.safeParse(value).success) return null;
  if (value === localDate(now, zone)) return now;
  return instant.safeParse(instantAt(value, 12 * 60, zone)).data ?? null;
}

/** The last millisecond of the day until which something is to be paid; null for none. */
export function readDueDay(value: string, zone: string): number | null {
  if (!isoDate.safeParse(value).success) return null;
  return instantAt(value, 24 * 60, zone) - 1;
}

/** `2026-11`, of the years in which our times are. */
export function isMonth(value: string): boolean {
  return /^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/.test(value);
}

/**
 * A month of the studio: its first millisecond and that of the next, neither where our times begin or end in it. Nothing
 * bounds what is no month: one comes from the address, where anybody may have written it.
 */
export function monthSpan(month: string | null, zone: string): { from?: number; to?: number } {
  if (month === null || !isMonth(month)) return {};
  const [year = 0, number = 1] = month.split('-').map(Number);
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
  const [from, to] = [month, next].map((one) => instant.safeParse(startOfDay(`${one}-01`, zone)).data);
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}
