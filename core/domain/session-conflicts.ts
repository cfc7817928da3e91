import { lockedDaysWithin } from './locked-days.ts';
import type { SchedulePlan } from './schedule-plans.ts';
import {
  bufferBetween,
  type BusyTime,
  isOtherPhotographer,
  overlaps,
  sessionBufferAt,
  sharesSlot,
} from './slot-rules.ts';

/** A session on the calendar, one of `BUSY_STATUSES`. */
export interface BusySession extends BusyTime {
  id: string;
}

export interface ConflictRules {
  lockedDays: readonly string[];
  zone: string;
  /** What is known of the session's type: clients that one slot takes, 1 unless said, and when its sessions are. */
  type?: { maxClients: number; plans: readonly SchedulePlan[] } | undefined;
}

export interface Conflicts<T> {
  /** Sessions in whose way it is, in order of time. */
  sessions: T[];
  lockedDays: string[];
}

/** What a session would collide with where it is put: the calendar warns of it, and lets the studio decide. */
export function findConflicts<T extends BusySession>(
  session: BusySession,
  others: readonly T[],
  { lockedDays, zone, type }: ConflictRules,
): Conflicts<T> {
  const bufferMinutes = sessionBufferAt(type?.plans ?? [], session.start, zone);
  const near = others.filter(
    (other) =>
      other.id !== session.id &&
      !isOtherPhotographer(session.photographerId, other.photographerId) &&
      overlaps(session, other, bufferBetween(bufferMinutes, other)),
  );
  const sharing = near.filter((other) => sharesSlot(session, other));
  const clients = [session, ...sharing].reduce((sum, { seats = 1 }) => sum + seats, 0);
  const inTheWay = clients > (type?.maxClients ?? 1) ? near : near.filter((other) => !sharing.includes(other));
  return {
    sessions: inTheWay.toSorted((left, right) => left.start - right.start || (left.id < right.id ? -1 : 1)),
    lockedDays: lockedDaysWithin(session.start, session.end, lockedDays, zone),
  };
}
