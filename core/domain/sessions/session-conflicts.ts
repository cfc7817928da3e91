import { lockedDaysWithin } from '../slots/locked-days.ts';
import type { SchedulePlan } from '../slots/schedule-plans.ts';
import {
  bufferBetween,
  type BusyTime,
  isOtherPhotographer,
  overlaps,
  sessionBufferAt,
  sharesSlot,
  withBuffers,
} from '../slots/slot-rules.ts';
import { BUSY_STATUSES, sessionEnd, type SessionStatus } from './sessions.ts';

/** A session on the calendar with one of `BUSY_STATUSES`. */
export interface BusySession extends BusyTime {
  id: string;
}

/** A row of a session, as far as its time is concerned. */
interface SessionTime {
  id: string;
  date: number;
  /** Minutes. */
  duration: number;
  sessionTypeId: string | null;
  photographerId: string | null;
}

/** Returns the time of a session for the booking rules. */
export function scheduledSpan(session: SessionTime): BusySession {
  const { id, sessionTypeId, photographerId } = session;
  return { id, start: session.date, end: sessionEnd(session), sessionTypeId, photographerId };
}

/** Returns the time blocked by sessions, with the buffer time of their types. */
export function busySpans(
  sessions: readonly (SessionTime & { status: SessionStatus })[],
  types: readonly { plans: readonly SchedulePlan[] }[],
  zone: string,
): BusySession[] {
  const busySessions = sessions.filter(({ status }) => BUSY_STATUSES.includes(status)).map(scheduledSpan);
  return withBuffers(
    busySessions,
    types.flatMap(({ plans }) => plans),
    zone,
  );
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
