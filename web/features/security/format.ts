import { formatDay, formatRecent } from '#web/lib/format/format.ts';

/** Time zone of this device: security times belong to the user, not to a studio. */
const deviceZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Formats a time as "5 minutes ago" within a day, otherwise as a date. `epochMs` and `now` in epoch milliseconds. */
export function formatRecentInDeviceZone(epochMs: number, language: string, now: number): string {
  return formatRecent(epochMs, language, deviceZone(), now);
}

/** Formats a date as "21 November 2026"; `epochMs` in epoch milliseconds. */
export function formatDayInDeviceZone(epochMs: number, language: string): string {
  return formatDay(epochMs, language, deviceZone());
}
