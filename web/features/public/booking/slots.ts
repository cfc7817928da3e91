import type { PublicSlot } from '#core/api/booking.ts';
import type { Hold } from './booking-storage.ts';

/** Months are `2026-11`, reckoned in UTC: whole ones are asked for, and days of any zone are made of what has come. */
export type Month = string;

export function utcMonth(epochMs: number): Month {
  return new Date(epochMs).toISOString().slice(0, 7);
}

export function shiftMonth(month: Month, by: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7);
}

/** First millisecond of a month, and the first of the next. */
export function monthSpan(month: Month): { from: number; to: number } {
  return { from: Date.parse(`${month}-01`), to: Date.parse(`${shiftMonth(month, 1)}-01`) };
}

/** The free slots of a month, as they were when they were asked for. */
export interface MonthSlots {
  slots: readonly PublicSlot[];
  /** Epoch milliseconds of this device's clock. */
  askedAt: number;
}

export interface MonthRange {
  /** What has come. */
  months: ReadonlyMap<Month, MonthSlots>;
  /** The first month that can have slots, and the last. */
  first: Month;
  last: Month;
  shown: Month;
}

/**
 * Months to be there: the one that is shown with its neighbours, since days of a zone begin and end in those of UTC;
 * one more, so that going on never waits; and, where all of them are empty, one after another until there is a slot.
 */
export function monthsToLoad({ months, first, last, shown }: MonthRange): Month[] {
  const near = [-1, 0, 1, 2].map((by) => shiftMonth(shown, by)).filter((month) => first <= month && month <= last);
  if (near.some((month) => !months.has(month))) return near.filter((month) => !months.has(month));
  for (let month = shown; month <= last; month = shiftMonth(month, 1)) {
    const answer = months.get(month);
    if (!answer) return [month];
    if (answer.slots.length > 0) return [];
  }
  return [];
}

/** Whether all that can begin in a month of any zone has come. */
export function isMonthLoaded({ months, first, last, shown }: MonthRange): boolean {
  return [-1, 0, 1]
    .map((by) => shiftMonth(shown, by))
    .every((month) => month < first || month > last || months.has(month));
}

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
