import { lockedDaysWithin } from '../slots/locked-days.ts';
import type { SchedulePlan } from '../slots/schedule-plans.ts';
import {
  bufferBetween,
  type BusyTime,
  isOtherPhotographer,
  overlaps,
  sessionBufferAt,
  sharesSlot,
} from '../slots/slot-rules.ts';

/** A session on the calendar with one of `BUSY_STATUSES`. */
export interface BusySession extends BusyTime {
  id: string;
}

interface ConflictRules {
  lockedDays: readonly string[];
  zone: string;
  /** The session's type: clients per slot, 1 by default, and its plans. */
  type?: { maxClients: number; plans: readonly SchedulePlan[] } | undefined;
}

export interface Conflicts<T> {
  /** Conflicting sessions, in order of time. */
  sessions: T[];
  lockedDays: string[];
}

/** Returns the conflicts of a session's time. The calendar shows them as a warning; the studio decides. */
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
