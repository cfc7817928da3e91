import { lockedDaysWithin } from './locked-days.ts';
import { isOfAnother, overlaps, sharesSlot } from './slot-rules.ts';
import type { Busy } from './slot-rules.ts';

/** A session on the calendar, one of `BUSY_STATUSES`. */
export interface Placed extends Busy {
  id: string;
}

export interface ConflictRules {
  /** Minutes that are to stay free between two sessions. */
  bufferMinutes: number;
  lockedDays: readonly string[];
  zone: string;
  /** Clients that one slot of the session's type takes; 1 unless said. */
  maxClients?: number | undefined;
}

export interface Conflicts<T> {
  /** Sessions in whose way it is, in order of time. */
  sessions: T[];
  lockedDays: string[];
}

/** What a session would collide with where it is put: the calendar warns of it, and lets the studio decide. */
export function conflictsOf<T extends Placed>(
  session: Placed,
  others: readonly T[],
  { bufferMinutes, lockedDays, zone, maxClients = 1 }: ConflictRules,
): Conflicts<T> {
  const near = others.filter(
    (other) =>
      other.id !== session.id &&
      !isOfAnother(session.photographerId, other.photographerId) &&
      overlaps(session, other, bufferMinutes),
  );
  const sharing = near.filter((other) => sharesSlot(session, other));
  const clients = [session, ...sharing].reduce((sum, { seats = 1 }) => sum + seats, 0);
  const inTheWay = clients > maxClients ? near : near.filter((other) => !sharing.includes(other));
  return {
    sessions: inTheWay.toSorted((left, right) => left.start - right.start || (left.id < right.id ? -1 : 1)),
    lockedDays: lockedDaysWithin(session.start, session.end, lockedDays, zone),
  };
}
