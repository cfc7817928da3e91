import type { PublicSlot } from '#core/api/booking.ts';
import type { Hold } from '../booking-storage.ts';

/** A month as `2026-11`, in UTC. Requests cover whole UTC months; days of any zone are built from the loaded months. */
export type Month = string;

export function utcMonth(epochMs: number): Month {
  return new Date(epochMs).toISOString().slice(0, 7);
}

export function shiftMonth(month: Month, by: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7);
}

/** Returns the first millisecond of a month and of the next month, epoch milliseconds. */
export function monthSpan(month: Month): { from: number; to: number } {
  return { from: Date.parse(`${month}-01`), to: Date.parse(`${shiftMonth(month, 1)}-01`) };
}

/** Free slots of one month at the time of the request. */
export interface MonthSlots {
  slots: readonly PublicSlot[];
  /** Request time, epoch milliseconds of this device's clock. */
  askedAt: number;
}

interface MonthRange {
  /** Loaded months. */
  months: ReadonlyMap<Month, MonthSlots>;
  /** First and last month that can contain bookable slots. */
  first: Month;
  last: Month;
  shown: Month;
}

/**
 * Returns the months to load next. Loads the shown month and both neighbours, because days of a zone overlap two UTC
 * months, and one more month, so that stepping forward never waits. If all of them are empty, loads one further month
 * at a time until a slot is found.
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

/** Returns true once the shown month and its neighbours are loaded: any zone's slots of this month are then known. */
export function isMonthLoaded({ months, first, last, shown }: MonthRange): boolean {
  return [-1, 0, 1]
    .map((by) => shiftMonth(shown, by))
    .every((month) => month < first || month > last || months.has(month));
}

/** Returns the date that a zone's calendar shows at an instant, `2026-11-27`. */
export function dateInZone(epochMs: number, zone: string): string {
  // The Swedish locale formats dates as ISO 8601.
  let format = formats.get(zone);
  if (!format) formats.set(zone, (format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zone })));
  return format.format(epochMs);
}

/** Formatters by zone. Creating one takes about 100 times as long as using it, and a month has hundreds of slots. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Groups slots by the days of a zone, both in ascending order. */
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

/**
 * Returns the day to show in a month: the chosen one, or else the next free day after it. Without a chosen day of this
 * month, the first.
 * @param days free days of the month, ascending
 */
export function dayToShow(days: readonly string[], chosen: string | null): string | null {
  const isOfMonth = chosen !== null && days[0]?.slice(0, 7) === chosen.slice(0, 7);
  return (isOfMonth ? (days.find((day) => day >= chosen) ?? days.at(-1)) : days[0]) ?? null;
}

/** Maximum time until a release reaches the server, milliseconds. */
const GIVING_MS = 10_000;

/**
 * Returns the loaded slots and this visitor's held slot. Answers omit a slot while it is held, also answers requested
 * before its release took effect. Later answers are authoritative: another visitor may have booked the slot.
 */
export function withHeldSlot(months: ReadonlyMap<Month, MonthSlots>, own: HeldSlot | null, now: number): PublicSlot[] {
  const slots = [...months.values()].flatMap((answer) => answer.slots);
  if (!own || own.slot.start <= now || slots.some(({ start }) => start === own.slot.start)) return slots;
  const askedAt = months.get(utcMonth(own.slot.start))?.askedAt;
  const missingUntil = own.givenAt === undefined ? own.until : own.givenAt + GIVING_MS;
  return askedAt !== undefined && askedAt < missingUntil ? [...slots, own.slot] : slots;
}

/**
 * Returns the starts of slots that a newer answer for the same months lacks. A slot that has begun or that this visitor
 * holds is not taken by others.
 */
export function takenSlots(
  before: ReadonlyMap<Month, MonthSlots>,
  after: ReadonlyMap<Month, MonthSlots>,
  own: HeldSlot | null,
  now: number,
): number[] {
  return [...after].flatMap(([month, { slots }]) => {
    const free = new Set(slots.map(({ start }) => start));
    const starts = before.get(month)?.slots.map(({ start }) => start) ?? [];
    return starts.filter((start) => start > now && !free.has(start) && start !== own?.slot.start);
  });
}

/** A slot that this visitor holds or has released. */
export type HeldSlot = Pick<Hold, 'slot' | 'until' | 'givenAt'>;

/** Number of seats from which on the list shows "few left". Sessions with one seat never show it. */
const FEW = 3;
export function seatsLeftIfFew(slot: PublicSlot, all: readonly PublicSlot[]): number | null {
  const forSeveral = all.some(({ seatsLeft }) => seatsLeft > 1);
  return forSeveral && slot.seatsLeft <= FEW ? slot.seatsLeft : null;
}
