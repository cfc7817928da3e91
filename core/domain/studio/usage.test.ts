import fc from 'fast-check';
import { expect, it } from 'vitest';
import { forecastUsage, hoursOf, monthBounds, type UsageDay } from './usage.ts';

const GB = 1e9;
/** Noon of 16 March 2027: after its thirteenth hour, which is counted already, 371 of 744 hours are left. */
const NOW = Date.UTC(2027, 2, 16, 12);

const dayOf = (number: number, values: Partial<UsageDay>): UsageDay => ({
  day: new Date(Date.UTC(2027, 2, number)).toISOString().slice(0, 10),
  hours: 24,
  byteHours: 0,
  downloadBytes: 0,
  ...values,
});

it('months have the hours of their days, in leap years as well', () => {
  expect(['2027-02', '2028-02', '2027-04', '2027-12'].map(hoursOf)).toEqual([672, 696, 720, 744]);
  expect(monthBounds('2027-12')).toEqual({ start: Date.UTC(2027, 11, 1), end: Date.UTC(2028, 0, 1) });
});

it('a studio that neither grows nor sends anything is expected to stay as it is', () => {
  const days = Array.from({ length: 15 }, (_, index) => dayOf(index + 1, { byteHours: 24 * 10 * GB }));
  const today = dayOf(16, { hours: 13, byteHours: 13 * 10 * GB });
  const { stored, downloaded } = forecastUsage({ days: [...days, today], stored: 10 * GB, now: NOW });
  expect(stored).toEqual({ low: 10 * GB, high: 10 * GB });
  expect(downloaded).toEqual({ low: 0, high: 0 });
});

it('a studio without days is expected to store what it has from now on', () => {
  const { stored, downloaded } = forecastUsage({ days: [], stored: 744 * GB, now: NOW });
  expect(stored).toEqual({ low: 371 * GB, high: 371 * GB });
  expect(downloaded).toEqual({ low: 0, high: 0 });
});

it('only days of which every hour before today was counted are full', () => {
  const days = [dayOf(12, { hours: 9 }), dayOf(13, {}), dayOf(14, { hours: 23 }), dayOf(15, {}), dayOf(16, {})];
  expect(forecastUsage({ days, stored: 0, now: NOW }).fullDays).toBe(2);
});

it('a forecast is a range, never below what was used', () => {
  const amount = fc.integer({ min: 0, max: 1e12 });
  fc.assert(
    fc.property(
      fc.array(fc.record({ hours: fc.integer({ min: 0, max: 24 }), stored: amount, downloadBytes: amount }), {
        maxLength: 45,
      }),
      amount,
      fc.integer({ min: Date.UTC(2027, 2, 1), max: Date.UTC(2027, 3, 1) - 1 }),
      (made, stored, now) => {
        const today = new Date(now).getUTCDate();
        const days = made.map(({ hours, stored: bytes, downloadBytes }, index) =>
          dayOf(today - made.length + 1 + index, { hours, byteHours: hours * bytes, downloadBytes }),
        );
        const used = days.filter(({ day }) => day.startsWith('2027-03'));
        const downloads = used.reduce((sum, { downloadBytes }) => sum + downloadBytes, 0);
        const byteHours = used.reduce((sum, day) => sum + day.byteHours, 0);
        const forecast = forecastUsage({ days, stored, now });
        expect(forecast.stored.low).toBeGreaterThanOrEqual(byteHours / 744);
        expect(forecast.stored.high).toBeGreaterThanOrEqual(forecast.stored.low);
        expect(forecast.downloaded.low).toBeGreaterThanOrEqual(downloads);
        expect(forecast.downloaded.high).toBeGreaterThanOrEqual(forecast.downloaded.low);
      },
    ),
  );
});
