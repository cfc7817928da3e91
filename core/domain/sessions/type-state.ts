import type { SchedulePlan } from '../slots/schedule-plans.ts';
import type { BusyTime, SlotType } from '../slots/slot-rules.ts';
import { nextFreeSlots } from '../slots/slots.ts';
import type { BookingRules } from './booking.ts';

/** Whether clients can book a session type online now, and why not. */
export type TypeState =
  | { state: 'archived' }
  /** `notOffered`: the studio alone adds sessions of it. `bookingOff`: the studio takes no bookings online. */
  | { state: 'closed'; why: 'notOffered' | 'bookingOff' }
  /**
   * Clients find it without a time. `noDays`: its schedules have no day in the time that can be booked. `full`: all
   * times are taken.
   */
  | { state: 'noTimes'; why: 'noSchedule' | 'scheduleOff' | 'noDays' | 'full' }
  | { state: 'bookable' };

/** A session type with its schedules. */
interface StatedType extends SlotType {
  isBookable: boolean;
  archivedAt: number | null;
  plans: readonly SchedulePlan[];
}

/** The studio's rules, and what its calendar has within the booking horizon. */
export interface StudioTimes {
  rules: BookingRules;
  lockedDays: readonly string[];
  zone: string;
  now: number;
  /** Occupied times, with their buffers, from two days before now. */
  busy: readonly BusyTime[];
}

/** Returns the state of a session type. Slots that clients hold for some minutes count as free. */
export function typeState(type: StatedType, { rules, lockedDays, zone, now, busy }: StudioTimes): TypeState {
  if (type.archivedAt !== null) return { state: 'archived' };
  if (!type.isBookable) return { state: 'closed', why: 'notOffered' };
  if (!rules.isOpen) return { state: 'closed', why: 'bookingOff' };
  if (type.plans.length === 0) return { state: 'noTimes', why: 'noSchedule' };
  if (type.plans.every(({ isActive }) => !isActive)) return { state: 'noTimes', why: 'scheduleOff' };
  const search = { zone, now, rules, lockedDays, type, plans: type.plans, from: now };
  if (nextFreeSlots({ ...search, busy }, 1).length > 0) return { state: 'bookable' };
  return { state: 'noTimes', why: nextFreeSlots({ ...search, busy: [] }, 1).length > 0 ? 'full' : 'noDays' };
}

/**
 * Returns what keeps clients from booking where the studio means them to: its own switch while types are offered
 * (`off`), no offered type while booking is on (`nothing`), or an offered type whose schedule gives no times. Times that
 * are all taken are no mistake.
 */
export function bookingFaults<T extends { isBookable: boolean; archivedAt: number | null }>(
  types: readonly { type: T; state: TypeState }[],
  { isOpen }: Pick<BookingRules, 'isOpen'>,
): ({ fault: 'off' | 'nothing' } | { fault: 'noSchedule' | 'scheduleOff' | 'noDays'; type: T })[] {
  const offered = types.filter(({ type }) => type.isBookable && type.archivedAt === null);
  if (!isOpen) return offered.length > 0 ? [{ fault: 'off' }] : [];
  if (offered.length === 0) return [{ fault: 'nothing' }];
  return offered.flatMap(({ type, state }) =>
    state.state === 'noTimes' && state.why !== 'full' ? [{ fault: state.why, type }] : [],
  );
}
