import { wallClockAt, instantAt } from '#web/lib/wall-clock.ts';

/** `2026-11-21T10:00`, as the platform's picker holds a time of the studio's clock. */
export function dateInput(epochMs: number, zone: string): string {
  const { date, minute } = wallClockAt(epochMs, zone);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${date}T${two(minute / 60)}:${two(minute % 60)}`;
}

/** Epoch milliseconds; null for what is no time yet. */
export function readDateInput(value: string, zone: string): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/.exec(value);
  if (!match) return null;
  const [, date = '', hours, minutes] = match;
  return instantAt(date, Number(hours) * 60 + Number(minutes), zone);
}
