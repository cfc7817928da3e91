import type { PublicSlot, PublicSlots } from '#core/api/booking.ts';
import { NEXT_SLOTS } from '#core/domain/sessions/booking.ts';
import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { formatSessionLocation } from '#core/domain/values/format.ts';
import { BUSY_STATUSES, LONGEST_SESSION_MS } from '#core/domain/sessions/sessions.ts';
import { bookableSpan, type BusyTime, freeSeats, type SlotType, withBuffers } from '#core/domain/slots/slot-rules.ts';
import {
  firstFreeSlots,
  type FirstSlots,
  MAX_SLOT_DAYS,
  nextFreeSlots,
  type Slot,
  type SlotSearch,
} from '#core/domain/slots/slots.ts';
import { epochMs, type Queryable, timestamp } from '../platform/db/database.ts';
import { type BookingStudio, listPlans, type PlanRow } from './rules.ts';

/** Day limits count the whole day, buffers extend by up to a day, and the longest day has 25 hours. */
const MARGIN_MS = 2 * DAY_MS;

/** Times to ignore: the session that is rescheduled, the hold that is being booked, the proposal that is accepted. */
interface BusyExclusion {
  sessionId?: string;
  holdHash?: string;
  /** The proposal that is accepted. */
  proposalId?: string;
}

/** Returns all busy times around `from` to `to`: sessions, and at `now` active holds and open proposals that hold theirs. */
async function readBusy(
  db: Queryable,
  accountId: string,
  { from, to, now, except = {} }: { from: number; to: number; now: number; except?: BusyExclusion },
): Promise<BusyTime[]> {
  return db.query<BusyTime>(
    `select ${epochMs('s.date')} as start, ${epochMs("s.date + s.duration * interval '1 minute'")} as "end",
       s.session_type_id as "sessionTypeId", s.photographer_id as "photographerId"
     from sessions s
     where s.account_id = $1 and s.status = any ($2) and s.deleted_at is null and s.date > $3 and s.date < $5
       and s.date + s.duration * interval '1 minute' > $4 and s.id is distinct from $6
     union all
     select ${epochMs('h.starts_at')}, ${epochMs('h.ends_at')}, h.session_type_id, t.photographer_id
     from slot_holds h join session_types t on t.account_id = h.account_id and t.id = h.session_type_id
     where h.account_id = $1 and h.starts_at < $5 and h.ends_at > $4 and h.expires_at > $7
       and h.token_hash is distinct from $8
     union all
     select ${epochMs('p.date')}, ${epochMs("p.date + p.duration * interval '1 minute'")}, p.session_type_id,
       coalesce(p.photographer_id, t.photographer_id)
     from proposals p left join session_types t on t.account_id = p.account_id and t.id = p.session_type_id
     where p.account_id = $1 and p.status = 'proposed' and p.holds_slot and p.valid_until > $7 and p.date > $3
       and p.date < $5 and p.date + p.duration * interval '1 minute' > $4 and p.id is distinct from $9`,
    [
      accountId,
      BUSY_STATUSES,
      timestamp(from - MARGIN_MS - LONGEST_SESSION_MS),
      timestamp(from - MARGIN_MS),
      timestamp(to + MARGIN_MS),
      except.sessionId ?? null,
      timestamp(now),
      except.holdHash ?? null,
      except.proposalId ?? null,
    ],
  );
}

/** Input of a slot search. */
export interface SlotQuery {
  studio: BookingStudio;
  type: SlotType;
  now: number;
  /** Time at which the minimum notice is checked; `now` by default. */
  since?: number | undefined;
  except?: BusyExclusion | undefined;
}

/** A free slot with its location as text. */
export type SlotWithLocation = Slot & { locationText: string };

/** Returns free slots that start in `from`–`to` (exclusive), within `MAX_SLOT_DAYS` and up to the page limit. */
export async function findSlots(
  db: Queryable,
  query: SlotQuery,
  from: number,
  to: number,
): Promise<FirstSlots<SlotWithLocation>> {
  const end = Math.min(to, from + MAX_SLOT_DAYS * DAY_MS);
  const search = await readSearch(db, query, from, end);
  if (!search) return { slots: [], until: end };
  const { slots, until } = firstFreeSlots({ ...search, from, to: end });
  return { slots: slots.map(withLocations(search.plans)), until };
}

/** Returns the free slot with this start, or null. */
export async function findSlotAt(db: Queryable, query: SlotQuery, start: number): Promise<SlotWithLocation | null> {
  const [slot] = (await findSlots(db, query, start, start + 1)).slots;
  return slot ?? null;
}

/**
 * True if a time of the studio's choice is free: no plan needs to offer it, and its type's seats are shared. Call it under
 * the studio's lock to book it.
 */
export async function isTimeFree(
  db: Queryable,
  { studio: { accountId, zone }, type, now, except }: Omit<SlotQuery, 'since'>,
  start: number,
): Promise<boolean> {
  const time = { start, end: start + type.duration * MINUTE_MS };
  const taken = await readBusy(db, accountId, { from: start, to: time.end, now, ...(except ? { except } : {}) });
  const types = [type.id, ...taken.flatMap(({ sessionTypeId }) => sessionTypeId ?? [])];
  const plans = await listPlans(db, accountId, [...new Set(types)]);
  return freeSeats(time, type, 0, withBuffers(taken, plans, zone)) > 0;
}

/** Returns the next free slots from `start` up to the booking horizon; if there are none, from now. */
async function nextSlots(db: Queryable, query: SlotQuery, start: number): Promise<SlotWithLocation[]> {
  const from = Math.max(start, query.now);
  const search = await readSearch(db, query, from, Infinity);
  const later = search ? nextFreeSlots(search, NEXT_SLOTS).map(withLocations(search.plans)) : [];
  if (later.length > 0 || from === query.now) return later;
  return nextSlots(db, query, query.now);
}

/** Reads everything that a slot search in this range needs; null if nothing in it can be booked. */
async function readSearch(
  db: Queryable,
  { studio, type, now, since = now, except }: SlotQuery,
  askedFrom: number,
  askedTo: number,
): Promise<(SlotSearch & { plans: readonly PlanRow[] }) | null> {
  const { accountId, zone, rules, lockedDays } = studio;
  const span = bookableSpan(rules, since, zone);
  const [from, to] = [Math.max(askedFrom, span.from), Math.min(askedTo, span.to)];
  if (from >= to) return null;
  const taken = await readBusy(db, accountId, { from, to, now, ...(except ? { except } : {}) });
  const types = taken.flatMap(({ sessionTypeId }) => sessionTypeId ?? []);
  const plans = await listPlans(db, accountId, [...new Set([type.id, ...types])]);
  return { zone, now: since, rules, lockedDays, type, plans, busy: withBuffers(taken, plans, zone), from, to };
}

/** Returns a function that adds the location text of its plan to a slot. */
function withLocations(plans: readonly PlanRow[]): (slot: Slot) => SlotWithLocation {
  const locationOf = new Map(
    plans.map(({ id, locationName, locationAddress, location }) => [
      id,
      formatSessionLocation(
        locationName === null ? null : { name: locationName, address: locationAddress ?? '' },
        location,
      ),
    ]),
  );
  return (slot) => ({ ...slot, locationText: locationOf.get(slot.planId) ?? '' });
}

/** Selects the public fields of a slot. */
export function toPublicSlot({ start, end, seatsLeft, locationText }: SlotWithLocation): PublicSlot {
  return { start, end, seatsLeft, place: locationText };
}

/** Converts a search result likewise. */
export function toPublicSlots({ slots, until }: FirstSlots<SlotWithLocation>): PublicSlots {
  return { slots: slots.map(toPublicSlot), until };
}

const UNAVAILABLE_CODES: ReadonlySet<string> = new Set(['slot_taken', 'hold_expired']);

/**
 * Adds the next free slots to `slot_taken` and `hold_expired`, and `heldUntil` if a visitor is booking the slot: it may
 * be the same person in another browser. It searches after the transaction, so that requests
 * waiting for the studio's lock wait no longer.
 * @param ask builds the slot query; null if the session type cannot be booked any more
 */
export async function withAlternatives<T>(
  db: Queryable,
  start: number,
  taking: Promise<T>,
  ask: () => Promise<SlotQuery | null>,
): Promise<T> {
  try {
    return await taking;
  } catch (error) {
    if (!(error instanceof AppError && UNAVAILABLE_CODES.has(error.code))) throw error;
    const query = await ask();
    const slots = query ? await nextSlots(db, query, start) : [];
    const heldUntil = query && (await findHeldUntil(db, query, start));
    throw new AppError(error.code, {
      ...error.params,
      slots: slots.map(toPublicSlot),
      ...(heldUntil !== null && { heldUntil }),
    });
  }
}

/** Returns when the last hold of a slot ends, epoch milliseconds; null if it is not held. */
async function findHeldUntil(db: Queryable, { studio, type, now }: SlotQuery, start: number): Promise<number | null> {
  const [row] = await db.query<{ until: number | null }>(
    `select max(expires_at) as until from slot_holds
     where account_id = $1 and session_type_id = $2 and starts_at = $3 and expires_at > $4`,
    [studio.accountId, type.id, timestamp(start), timestamp(now)],
  );
  return row?.until ?? null;
}
