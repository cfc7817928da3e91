import { HOUR_MS } from '#core/domain/values/durations.ts';
import { endOfDay, instantAtMinute, localDate } from '#core/domain/values/time.ts';

/** Shortest event that is offered, in milliseconds. */
const MIN_EVENT_MS = HOUR_MS;
/** Weddings end after midnight: at 04:00, in minutes. */
const LATE_MINUTE = 28 * 60;

interface EventEnds {
  /** End of today; null shortly before it. */
  tonight: number | null;
  /** In the night after today. */
  late: number;
  tomorrow: number;
}

/** Returns ends of an event that starts now, epoch milliseconds by the clock of `zone`. */
export function eventEnds(now: number, zone: string): EventEnds {
  const today = localDate(now, zone);
  const tonight = endOfDay(today, zone);
  return {
    tonight: tonight - now < MIN_EVENT_MS ? null : tonight,
    late: instantAtMinute(today, LATE_MINUTE, zone),
    tomorrow: endOfDay(localDate(tonight + 1, zone), zone),
  };
}

/** True while visitors' pages show new photos automatically. */
export function isLive({ eventUntil }: { eventUntil: number | null }, now: number): boolean {
  return eventUntil !== null && eventUntil > now;
}
