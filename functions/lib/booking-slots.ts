import type { PublicSlot, PublicSlots } from '#core/api/booking.ts';
import { NEXT_SLOTS } from '#core/domain/booking.ts';
import { AppError } from '#core/domain/errors.ts';
import { formatPlace } from '#core/domain/mail-values.ts';
import { withBuffers } from '#core/domain/slot-breaks.ts';
import { bookableSpan, type SlotType } from '#core/domain/slot-rules.ts';
import { firstFreeSlots, type FirstSlots, MAX_SLOT_DAYS, nextFreeSlots } from '#core/domain/slots.ts';
import type { Slot, SlotSearch } from '#core/domain/slots.ts';
import { type BusyExclusion, readBusy } from './booking-busy.ts';
import type { BookingStudio } from './booking-studio.ts';
import { listPlans, type PlanRow } from './booking-types.ts';
import type { Queryable } from './db.ts';

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

const DAY_MS = 24 * 60 * 60 * 1000;

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
