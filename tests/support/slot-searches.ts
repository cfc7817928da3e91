import fc from 'fast-check';
import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { freeSlots } from '#core/domain/slots/slots.ts';
import type { Slot, SlotSearch } from '#core/domain/slots/slots.ts';
import type { BusyTime } from '#core/domain/slots/slot-rules.ts';
import { timeSlots } from '#core/domain/slots/schedule-plans.ts';
import { clockText, midnight } from './wall-clock.ts';

export const TYPE = 'type1';

/** Zones, and dates on or before which their clocks change. */
const ZONES: [string, string][] = [
  ['Europe/Madrid', '2026-03-29'],
  ['Europe/Madrid', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Africa/Casablanca', '2026-02-15'],
  ['Africa/Casablanca', '2026-03-22'],
  ['Pacific/Apia', '2011-12-30'],
  ['Pacific/Kwajalein', '1993-08-21'],
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/Sao_Paulo', '2018-02-17'],
  ['Asia/Kolkata', '2026-06-10'],
  ['UTC', '2026-02-28'],
];

const five = (min: number, max: number) => fc.integer({ min: min / 5, max: max / 5 }).map((value) => value * 5);
/** Any time, often one at which clocks change. */
const timesOfDay = fc.oneof(five(0, 1440), fc.constantFrom(0, 30, 60, 90, 120, 150, 180, 1380, 1440));
const dayWindows = fc.uniqueArray(timesOfDay, { minLength: 2, maxLength: 6 }).map((times) => {
  const sorted = times.toSorted((left, right) => left - right);
  const pairs = sorted.flatMap((start, index) => (index % 2 === 0 ? [[start, sorted[index + 1]!] as const] : []));
  return pairs.filter(([, end]) => end).map(([start, end]) => ({ start: clockText(start), end: clockText(end) }));
});
/** Times of a day, often with a night after the last of them, which ends before the next day's first one. */
const windows = fc
  .tuple(dayWindows, fc.option(fc.record({ start: five(725, 1435), end: five(5, 700) })), fc.boolean())
  .map(([drawn, night, isOnly]) => {
    if (!night) return drawn;
    const window = { start: clockText(night.start), end: clockText(night.end) };
    const all = [...(isOnly ? [] : drawn.filter(({ end }) => end <= window.start)), window];
    return all.filter(({ start }) => start >= window.end);
  })
  .map((all) => (timeSlots.safeParse(all).success ? all : all.slice(0, -1)));
const planOf = (date: string) =>
  fc.record({
    sessionTypeId: fc.constantFrom(TYPE, TYPE, TYPE, 'type2'),
    startDate: fc.integer({ min: -2, max: 1 }).map((day) => midnight(date) + day * DAY_MS + DAY_MS / 2),
    endDate: fc.option(fc.integer({ min: 1, max: 4 }).map((day) => midnight(date) + day * DAY_MS + DAY_MS / 2)),
    daysOfWeek: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 5 }),
    timeSlots: windows,
    location: fc.constantFrom('', 'Studio'),
    locationId: fc.constant(null),
    maxBookingsPerDay: fc.integer({ min: 1, max: 8 }),
    bufferTime: five(0, 90),
    isActive: fc.constantFrom(true, true, true, false),
  });
const busyAround = (date: string, duration: number) =>
  fc.record({
    start: five(-DAY_MS / MINUTE_MS, (4 * DAY_MS) / MINUTE_MS).map((at) => midnight(date) + at * MINUTE_MS),
    length: fc.constantFrom(duration, 5, 60, 600),
    sessionTypeId: fc.constantFrom(TYPE, 'type2', null),
    photographerId: fc.constantFrom('ana', 'ben', null),
    seats: fc.constantFrom(undefined, 2),
    bufferMinutes: fc.constantFrom(undefined, 0, 15, 120),
  });
const toBusy = ({ length, ...busy }: Omit<BusyTime, 'end'> & { length: number }): BusyTime => ({
  ...busy,
  end: busy.start + length * MINUTE_MS,
});

/** Searches around days with a clock change, among bookings of slots and others. */
export const searches: fc.Arbitrary<SlotSearch> = fc
  .tuple(fc.constantFrom(...ZONES), fc.oneof(five(15, 240), fc.constantFrom(60, 30)))
  .chain(([[zone, date], duration]) =>
    fc
      .record({
        zone: fc.constant(zone),
        now: fc.integer({ min: -DAY_MS, max: DAY_MS }).map((at) => midnight(date) + at),
        rules: fc.record({ minNoticeMinutes: fc.constantFrom(0, 90, 1440), horizonDays: fc.constantFrom(0, 1, 2, 90) }),
        lockedDays: fc.subarray([date, new Date(midnight(date) + DAY_MS).toISOString().slice(0, 10)], { maxLength: 1 }),
        type: fc.record({
          id: fc.constant(TYPE),
          duration: fc.constant(duration),
          maxClients: fc.integer({ min: 1, max: 4 }),
          photographerId: fc.constantFrom('ana', null),
        }),
        plans: fc
          .array(planOf(date), { minLength: 1, maxLength: 3 })
          .map((plans) => plans.map((plan, index) => ({ ...plan, id: `plan${index}` }))),
        busy: fc.array(busyAround(date, duration).map(toBusy), { maxLength: 8 }),
        from: fc.integer({ min: -DAY_MS, max: DAY_MS }).map((at) => midnight(date) + at),
      })
      .map((search) => ({ ...search, to: search.from + 3 * DAY_MS })),
  )
  // Most bookings start at a slot.
  .chain((search) => {
    const free = freeSlots({ ...search, busy: [] });
    const booked = fc.subarray(free.slice(0, 20)).map((slots) => slots.map((slot) => bookingOf(search, slot)));
    return booked.map((more) => ({ ...search, busy: [...search.busy, ...more] }));
  });

/** Time occupied by booking a slot. */
export function bookingOf({ type }: SlotSearch, { start, end }: Pick<Slot, 'start' | 'end'>): BusyTime {
  return { start, end, sessionTypeId: type.id, photographerId: type.photographerId ?? null };
}
