import { Temporal } from 'temporal-polyfill';

/** As it is typed: how far a clock was off, and in which direction. */
export interface OffsetInput {
  direction: 'later' | 'earlier';
  hours: string;
  minutes: string;
  seconds: string;
}

export const NO_OFFSET: OffsetInput = { direction: 'later', hours: '', minutes: '', seconds: '' };

/** Seconds; null when it is no number of them. */
export function parseOffset({ direction, hours, minutes, seconds }: OffsetInput): number | null {
  const parts = [hours, minutes, seconds].map((part) => (part.trim() === '' ? 0 : Number(part)));
  const [h = Number.NaN, m = Number.NaN, s = Number.NaN] = parts;
  const total = h * 3600 + m * 60 + s;
  if (!Number.isInteger(total) || parts.some((part) => part < 0)) return null;
  return direction === 'later' ? total : -total;
}

/** Seconds from an instant to a wall-clock time in a zone; null while it is not fully typed. */
export function offsetBetween(from: number, wallTime: string, zone: string): number | null {
  try {
    const wanted = Temporal.PlainDateTime.from(wallTime).toZonedDateTime(zone).epochMilliseconds;
    // What a field of seconds cannot say stays as the camera had it.
    return Math.round((wanted - Math.trunc(from / 1000) * 1000) / 1000);
  } catch {
    return null;
  }
}

/** `2026-11-21T10:03:07`, as a field holds it. */
export function formatWallTime(epochMs: number, zone: string): string {
  const time = Temporal.Instant.fromEpochMilliseconds(Math.trunc(epochMs / 1000) * 1000).toZonedDateTimeISO(zone);
  return time.toPlainDateTime().toString({ smallestUnit: 'second' });
}
