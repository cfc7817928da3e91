import { Temporal } from 'temporal-polyfill';

/** Offset of a camera clock as typed, with its direction. */
export interface OffsetInput {
  direction: 'later' | 'earlier';
  hours: string;
  minutes: string;
  seconds: string;
}

export const NO_OFFSET: OffsetInput = { direction: 'later', hours: '', minutes: '', seconds: '' };

/** Returns the offset in seconds; null if the input is invalid. */
export function parseOffset({ direction, hours, minutes, seconds }: OffsetInput): number | null {
  const parts = [hours, minutes, seconds].map((part) => (part.trim() === '' ? 0 : Number(part)));
  const [h = Number.NaN, m = Number.NaN, s = Number.NaN] = parts;
  const total = h * 3600 + m * 60 + s;
  if (!Number.isInteger(total) || parts.some((part) => part < 0)) return null;
  return direction === 'later' ? total : -total;
}

/** Returns the seconds from an instant to a wall-clock time in a zone; null while the input is incomplete. */
export function offsetBetween(from: number, wallTime: string, zone: string): number | null {
  try {
    const target = Temporal.PlainDateTime.from(wallTime).toZonedDateTime(zone).epochMilliseconds;
    // Drop the milliseconds, which the field cannot express: the photo keeps them.
    return Math.round((target - Math.trunc(from / 1000) * 1000) / 1000);
  } catch {
    return null;
  }
}

/** Formats an instant for a field as `2026-11-21T10:03:07`. */
export function formatWallTime(epochMs: number, zone: string): string {
  const time = Temporal.Instant.fromEpochMilliseconds(Math.trunc(epochMs / 1000) * 1000).toZonedDateTimeISO(zone);
  return time.toPlainDateTime().toString({ smallestUnit: 'second' });
}
