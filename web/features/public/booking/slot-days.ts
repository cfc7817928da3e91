import type { PublicSlot } from '#core/api/booking.ts';

/** The date that a zone's calendar shows at an instant, `2026-11-27`. */
export function dayIn(epochMs: number, zone: string): string {
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
    const day = dayIn(slot.start, zone);
    const list = days.get(day);
    if (list) list.push(slot);
    else days.set(day, [slot]);
  }
  return days;
}

/** With the slot that this visitor has just given back: the answer may have been on its way by then. */
export function withGiven(slots: readonly PublicSlot[], given: PublicSlot | null): PublicSlot[] {
  if (!given || slots.some(({ start }) => start === given.start)) return [...slots];
  return [...slots, given];
}

/** Where seats are few enough to say so. A session for one client alone has never more than one: nothing to say. */
const FEW = 3;
export function fewSeats(slot: PublicSlot, all: readonly PublicSlot[]): number | null {
  const forSeveral = all.some(({ seatsLeft }) => seatsLeft > 1);
  return forSeveral && slot.seatsLeft <= FEW ? slot.seatsLeft : null;
}
