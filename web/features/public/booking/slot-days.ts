import type { PublicSlot } from '#core/api/booking.ts';
import type { Hold } from './kept.ts';
import { utcMonth, type MonthSlots, type Month } from './slot-months.ts';

/** The date that a zone's calendar shows at an instant, `2026-11-27`. */
export function dateInZone(epochMs: number, zone: string): string {
  // Swedish writes dates as ISO 8601 does.
  let format = formats.get(zone);
  if (!format) formats.set(zone, (format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zone })));
  return format.format(epochMs);
}

/** Making one takes a hundred times as long as using it, and a month has hundreds of slots. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Slots by the days of a zone, both in order. */
export function slotsByDay(slots: readonly PublicSlot[], zone: string): Map<string, PublicSlot[]> {
  const days = new Map<string, PublicSlot[]>();
  for (const slot of slots.toSorted((left, right) => left.start - right.start)) {
    const day = dateInZone(slot.start, zone);
    const list = days.get(day);
    if (list) list.push(slot);
    else days.set(day, [slot]);
  }
  return days;
}

/** As long as a slot that is given back may be on its way to the studio. */
const GIVING_MS = 10_000;

/**
 * What has come, with this visitor's own slot: answers leave it out for as long as it is kept for them, also those
 * that were asked for before it was given back. What is asked for later knows better who has it by then.
 */
export function withHeldSlot(months: ReadonlyMap<Month, MonthSlots>, own: HeldSlot | null, now: number): PublicSlot[] {
  const slots = [...months.values()].flatMap((answer) => answer.slots);
  if (!own || own.slot.start <= now || slots.some(({ start }) => start === own.slot.start)) return slots;
  const askedAt = months.get(utcMonth(own.slot.start))?.askedAt;
  const missingUntil = own.givenAt === undefined ? own.until : own.givenAt + GIVING_MS;
  return askedAt !== undefined && askedAt < missingUntil ? [...slots, own.slot] : slots;
}

/** A slot that this visitor holds, or has given back. */
export type HeldSlot = Pick<Hold, 'slot' | 'until' | 'givenAt'>;

/** Where seats are few enough to say so. A session for one client alone has never more than one: nothing to say. */
const FEW = 3;
export function seatsLeftIfFew(slot: PublicSlot, all: readonly PublicSlot[]): number | null {
  const forSeveral = all.some(({ seatsLeft }) => seatsLeft > 1);
  return forSeveral && slot.seatsLeft <= FEW ? slot.seatsLeft : null;
}
