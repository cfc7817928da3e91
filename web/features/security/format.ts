import { formatDay, formatRecent } from '#web/lib/format/format.ts';

/** Devices are the person's own, so their times are told by the clock of this one and not by a studio's. */
const deviceZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "5 minutes ago" within a day, the date beyond. `epochMs` and `now` in epoch milliseconds. */
export function formatRecentInDeviceZone(epochMs: number, language: string, now: number): string {
  return formatRecent(epochMs, language, deviceZone(), now);
}

/** "21 November 2026"; `epochMs` in epoch milliseconds. */
export function formatDayInDeviceZone(epochMs: number, language: string): string {
  return formatDay(epochMs, language, deviceZone());
}
