import type { PublicSlot } from '#core/api/booking.ts';
import { NEXT_SLOTS } from '#core/domain/booking.ts';
import { AppError } from '#core/domain/errors.ts';
import { mailPlace } from '#core/domain/mail-values.ts';
import { bookableSpan, type SlotType } from '#core/domain/slot-rules.ts';
import { freeSlots, MAX_SLOT_DAYS, nextFreeSlots, type Slot, type SlotSearch } from '#core/domain/slots.ts';
import { type Except, readBusy } from './booking-busy.ts';
import type { BookingStudio } from './booking-studio.ts';
import { listPlans } from './booking-types.ts';
import type { Queryable } from './db.ts';

/** What is asked when slots are looked for. */
export interface SlotQuestion {
  studio: BookingStudio;
  type: SlotType;
  now: number;
  /** When this client came: the studio's notice was kept then. `now` unless said. */
  since?: number | undefined;
  except?: Except | undefined;
}

/** A free slot, and where it is in words. */
export type PlacedSlot = Slot & { place: string };

const DAY_MS = 24 * 60 * 60 * 1000;

/** Free slots that begin at `from` or later and before `to`, within `MAX_SLOT_DAYS`. */
export async function slotsBetween(
  db: Queryable,
  asked: SlotQuestion,
  from: number,
  to: number,
): Promise<PlacedSlot[]> {
  const end = Math.min(to, from + MAX_SLOT_DAYS * DAY_MS);
  return searching(db, asked, { from, to: end }, (search) => freeSlots({ ...search, from, to: end }));
}

/** The slot that begins just then, if it is free. */
export async function slotAt(db: Queryable, asked: SlotQuestion, start: number): Promise<PlacedSlot | null> {
  const [slot] = await slotsBetween(db, asked, start, start + 1);
  return slot ?? null;
}

/** The next free ones from then on, as far ahead as can be booked; if there is none, from now on. */
async function nextSlots(db: Queryable, asked: SlotQuestion, start: number): Promise<PlacedSlot[]> {
  const from = Math.max(start, asked.now);
  const next = (search: SlotSearch) => nextFreeSlots(search, NEXT_SLOTS);
  const later = await searching(db, asked, { from, to: Infinity }, next);
  if (later.length > 0 || from === asked.now) return later;
  return searching(db, asked, { from: asked.now, to: Infinity }, next);
}

async function searching(
  db: Queryable,
  { studio, type, now, since = now, except }: SlotQuestion,
  asked: { from: number; to: number },
  search: (search: SlotSearch) => Slot[],
): Promise<PlacedSlot[]> {
  const { accountId, zone, rules, lockedDays } = studio;
  const span = bookableSpan(rules, since, zone);
  const [from, to] = [Math.max(asked.from, span.from), Math.min(asked.to, span.to)];
  if (from >= to) return [];
  const plans = await listPlans(db, accountId, type.id);
  const busy = await readBusy(db, accountId, { from, to, now, ...(except ? { except } : {}) });
  const slots = search({ zone, now: since, rules, lockedDays, type, plans, busy, from, to });
  const places = new Map(
    plans.map(({ id, placeName, placeAddress, location }) => [
      id,
      mailPlace(placeName === null ? null : { name: placeName, address: placeAddress ?? '' }, location),
    ]),
  );
  return slots.map((slot) => ({ ...slot, place: places.get(slot.planId) ?? '' }));
}

/** What strangers may know of a slot. */
export function publicSlotOf({ start, end, seatsLeft, place }: PlacedSlot): PublicSlot {
  return { start, end, seatsLeft, place };
}

const GONE: ReadonlySet<string> = new Set(['slot_taken', 'hold_expired']);

/**
 * Who is told that a slot is gone is shown the next free ones. Looked for when the transaction is over: whoever waits
 * for the same slot waits no longer for that.
 * @param ask null where nothing of the kind can be booked any more
 */
export async function offeringNext<T>(
  db: Queryable,
  start: number,
  taking: Promise<T>,
  ask: () => Promise<SlotQuestion | null>,
): Promise<T> {
  try {
    return await taking;
  } catch (error) {
    if (!(error instanceof AppError && GONE.has(error.code))) throw error;
    const asked = await ask();
    const slots = asked ? await nextSlots(db, asked, start) : [];
    throw new AppError(error.code, { ...error.params, slots: slots.map(publicSlotOf) });
  }
}
