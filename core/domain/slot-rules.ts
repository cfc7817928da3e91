import { localDate, startOfDay } from './time.ts';
import { Temporal } from 'temporal-polyfill';
import type { BookingRules } from './booking-rules.ts';

const MINUTE = 60_000;

/** A time that is taken: a session of one of `BUSY_STATUSES`, or a slot that is held. */
export interface BusyTime {
  /** Epoch milliseconds. */
  start: number;
  end: number;
  sessionTypeId: string | null;
  photographerId: string | null;
  /** Clients it is for; 1 unless said. */
  seats?: number | undefined;
  /** Minutes that it wants free on either side of it (`withBuffers`); 0 unless said. */
  bufferMinutes?: number | undefined;
}

/** What is known of a session type when its slots are looked for. */
export interface SlotType {
  id: string;
  /** Minutes. */
  duration: number;
  /** Clients that one slot takes. */
  maxClients: number;
  photographerId?: string | null | undefined;
}

type TimeRange = Pick<BusyTime, 'start' | 'end'>;

/** Two people work at the same time without being in each other's way. Who is not named could be either. */
export function isOtherPhotographer(left: string | null | undefined, right: string | null | undefined): boolean {
  return left != null && right != null && left !== right;
}

/** Whether two times overlap, or leave less than `bufferMinutes` between them. */
export function overlaps(left: TimeRange, right: TimeRange, bufferMinutes: number): boolean {
  const buffer = bufferMinutes * MINUTE;
  return left.start < right.end + buffer && right.start < left.end + buffer;
}

/** Clients of one type who come at the same moment share its slot, as far as it has seats. */
export function sharesSlot(left: BusyKey, right: BusyKey): boolean {
  return left.start === right.start && left.sessionTypeId !== null && left.sessionTypeId === right.sessionTypeId;
}
type BusyKey = Pick<BusyTime, 'start' | 'sessionTypeId'>;

/** Minutes that stay free between two times: whichever asks for more has them, whether it comes first or last. */
export function bufferBetween(ownMinutes: number, { bufferMinutes = 0 }: Pick<BusyTime, 'bufferMinutes'>): number {
  return Math.max(ownMinutes, bufferMinutes);
}

/** How many more clients a time can take beside what is taken already; 0 if it is not free. */
export function freeSeats(time: TimeRange, type: SlotType, bufferMinutes: number, busy: readonly BusyTime[]): number {
  let seats = type.maxClients;
  for (const taken of busy) {
    if (isOtherPhotographer(type.photographerId, taken.photographerId)) continue;
    if (sharesSlot({ start: time.start, sessionTypeId: type.id }, taken)) seats -= taken.seats ?? 1;
    else if (overlaps(time, taken, bufferBetween(bufferMinutes, taken))) return 0;
  }
  return Math.max(0, seats);
}

/** From when until before when a client may book at this moment. */
export function bookableSpan(
  rules: Pick<BookingRules, 'minNoticeMinutes' | 'horizonDays'>,
  now: number,
  zone: string,
): { from: number; to: number } {
  const after = Temporal.PlainDate.from(localDate(now, zone)).add({ days: rules.horizonDays + 1 });
  return { from: now + rules.minNoticeMinutes * MINUTE, to: startOfDay(after.toString(), zone) };
}
