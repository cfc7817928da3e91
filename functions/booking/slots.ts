import type { PublicSlot, PublicSlots } from '#core/api/booking.ts';
import { NEXT_SLOTS } from '#core/domain/booking.ts';
import { AppError } from '#core/domain/errors.ts';
import { formatPlace } from '#core/domain/format.ts';
import { BUSY_STATUSES } from '#core/domain/sessions.ts';
import { bookableSpan, type BusyTime, type SlotType, withBuffers } from '#core/domain/slot-rules.ts';
import {
  firstFreeSlots,
  type FirstSlots,
  MAX_SLOT_DAYS,
  nextFreeSlots,
  type Slot,
  type SlotSearch,
} from '#core/domain/slots.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { type BookingStudio, listPlans, type PlanRow } from './rules.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A day counts as a whole from its first session on, buffers reach a day far, and the longest day has 25 hours. */
const MARGIN_MS = 2 * DAY_MS;
/** The longest session (core/domain/sessions.ts, `duration`): what began before may still be under way. */
const LONGEST_MS = 7 * DAY_MS;

/** What does not stand in its own way: a session that is moved, a slot that is booked by who holds it. */
interface BusyExclusion {
  sessionId?: string;
  holdHash?: string;
}

/** All that is taken from before `from` to after `to`: sessions, and what visitors hold at the moment `now`. */
async function readBusy(
  db: Queryable,
  accountId: string,
  { from, to, now, except = {} }: { from: number; to: number; now: number; except?: BusyExclusion },
): Promise<BusyTime[]> {
  return db.query<BusyTime>(
    `select s.date as start, s.date + s.duration * interval '1 minute' as "end",
       s.session_type_id as "sessionTypeId", s.photographer_id as "photographerId"
     from sessions s
     where s.account_id = $1 and s.status = any ($2) and s.deleted_at is null and s.date > $3 and s.date < $5
       and s.date + s.duration * interval '1 minute' > $4 and s.id is distinct from $6
     union all
     select h.starts_at, h.ends_at, h.session_type_id, t.photographer_id
     from slot_holds h join session_types t on t.account_id = h.account_id and t.id = h.session_type_id
     where h.account_id = $1 and h.starts_at < $5 and h.ends_at > $4 and h.expires_at > $7
       and h.token_hash is distinct from $8`,
    [
      accountId,
      BUSY_STATUSES,
      timestamp(from - MARGIN_MS - LONGEST_MS),
      timestamp(from - MARGIN_MS),
      timestamp(to + MARGIN_MS),
      except.sessionId ?? null,
      timestamp(now),
      except.holdHash ?? null,
    ],
  );
}

/** What is asked when slots are looked for. */
export interface SlotQuery {
  studio: BookingStudio;
  type: SlotType;
  now: number;
  /** When this client came: the studio's notice was kept then. `now` unless said. */
  since?: number | undefined;
  except?: BusyExclusion | undefined;
}

/** A free slot, and where it is in words. */
export type SlotWithLocation = Slot & { place: string };

/** Free slots that begin at `from` or later and before `to`, within `MAX_SLOT_DAYS`: as many as are told at once. */
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

/** The slot that begins just then, if it is free. */
export async function findSlotAt(db: Queryable, query: SlotQuery, start: number): Promise<SlotWithLocation | null> {
  const [slot] = (await findSlots(db, query, start, start + 1)).slots;
  return slot ?? null;
}

/** The next free ones from then on, as far ahead as can be booked; if there is none, from now on. */
async function nextSlots(db: Queryable, query: SlotQuery, start: number): Promise<SlotWithLocation[]> {
  const from = Math.max(start, query.now);
  const search = await readSearch(db, query, from, Infinity);
  const later = search ? nextFreeSlots(search, NEXT_SLOTS).map(withLocations(search.plans)) : [];
  if (later.length > 0 || from === query.now) return later;
  return nextSlots(db, query, query.now);
}

/** All that is to be known of a time in which slots are looked for; null where nothing of it can be booked. */
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

/** Says where the slots of some plans are, in words. */
function withLocations(plans: readonly PlanRow[]): (slot: Slot) => SlotWithLocation {
  const places = new Map(
    plans.map(({ id, placeName, placeAddress, location }) => [
      id,
      formatPlace(placeName === null ? null : { name: placeName, address: placeAddress ?? '' }, location),
    ]),
  );
  return (slot) => ({ ...slot, place: places.get(slot.planId) ?? '' });
}

/** What strangers may know of a slot. */
export function toPublicSlot({ start, end, seatsLeft, place }: SlotWithLocation): PublicSlot {
  return { start, end, seatsLeft, place };
}

/** The same of an answer. */
export function toPublicSlots({ slots, until }: FirstSlots<SlotWithLocation>): PublicSlots {
  return { slots: slots.map(toPublicSlot), until };
}

const UNAVAILABLE_CODES: ReadonlySet<string> = new Set(['slot_taken', 'hold_expired']);

/**
 * Who is told that a slot is gone is shown the next free ones. Looked for when the transaction is over: whoever waits
 * for the same slot waits no longer for that.
 * @param ask null where nothing of the kind can be booked any more
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
    throw new AppError(error.code, { ...error.params, slots: slots.map(toPublicSlot) });
  }
}
