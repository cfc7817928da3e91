import { describe, expect, it } from 'vitest';
import { HOUR_MS } from './durations.ts';
import { instantAtMinute, localDate, endOfDay, isoDate, minuteOfDay, startOfDay, timeZone } from './time.ts';

const utc = (text: string) => Date.parse(text);

/** Day, zone, start, hours. */
const DAYS: [string, string, string, number][] = [
  ['2026-11-21', 'Europe/Madrid', '2026-11-20T23:00:00Z', 24],
  ['2026-11-21', 'UTC', '2026-11-21T00:00:00Z', 24],
  // Clocks go forward and back.
  ['2026-03-29', 'Europe/Madrid', '2026-03-28T23:00:00Z', 23],
  ['2026-10-25', 'Europe/Madrid', '2026-10-24T22:00:00Z', 25],
  ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00Z', 23],
  ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00Z', 25],
  // The clock change is at midnight, so that the day begins at one.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z', 23],
  ['2018-02-17', 'America/Sao_Paulo', '2018-02-17T02:00:00Z', 25],
  ['2024-04-26', 'Africa/Cairo', '2024-04-25T22:00:00Z', 23],
  // Changes of half an hour, and offsets with three quarters.
  ['2026-10-04', 'Australia/Lord_Howe', '2026-10-03T13:30:00Z', 23.5],
  ['2026-11-21', 'Asia/Kathmandu', '2026-11-20T18:15:00Z', 24],
  // The easternmost and westernmost zones.
  ['2026-11-21', 'Pacific/Kiritimati', '2026-11-20T10:00:00Z', 24],
  ['2026-11-21', 'Pacific/Pago_Pago', '2026-11-21T11:00:00Z', 24],
];

describe('a day in a zone', () => {
  it.each(DAYS)('%s in %s begins at %s and has %d hours', (date, zone, begins, hours) => {
    expect(startOfDay(date, zone)).toBe(utc(begins));
    expect(endOfDay(date, zone)).toBe(utc(begins) + hours * HOUR_MS - 1);
  });

  it.each(DAYS)('%s in %s contains its first and last millisecond, and no other', (date, zone) => {
    const [start, end] = [startOfDay(date, zone), endOfDay(date, zone)];
    expect([start, end].map((instant) => localDate(instant, zone))).toEqual([date, date]);
    expect(localDate(start - 1, zone) < date).toBe(true);
    expect(localDate(end + 1, zone) > date).toBe(true);
  });
});

describe('timeZone', () => {
  it.each(['UTC', 'Europe/Madrid', 'America/Argentina/Buenos_Aires'])('accepts %s', (zone) => {
    expect(timeZone.safeParse(zone).success).toBe(true);
  });

  it.each(['', 'Mars/Base', '+01:00', '2026-01-01T00:00[UTC]', 'Europe/', 'x'.repeat(65), ' UTC', 'Z', 1])(
    'refuses %j',
    (zone) => {
      expect(timeZone.safeParse(zone).success).toBe(false);
    },
  );
});

describe('isoDate', () => {
  it.each(['2026-02-29', '2026-13-01', '21.11.2026', '2026-1-1', '2026-11-21T00:00'])('refuses %s', (date) => {
    expect(isoDate.safeParse(date).success).toBe(false);
  });

  it('accepts a leap day', () => {
    expect(isoDate.safeParse('2028-02-29').success).toBe(true);
  });
});

describe('clock times', () => {
  it('are minutes since midnight, also after a clock change', () => {
    const shown = (text: string) => minuteOfDay(utc(text), 'Europe/Madrid') / 60;
    expect(shown('2026-03-29T00:30:00Z')).toBe(1.5);
    expect(shown('2026-03-29T01:30:00Z')).toBe(3.5);
    expect(shown('2026-10-25T00:30:00Z')).toBe(2.5);
    expect(shown('2026-10-25T01:30:00Z')).toBe(2.5);
    expect(minuteOfDay(utc('2026-11-24T09:00:30Z'), 'Europe/Madrid')).toBe(600.5);
  });

  it('convert to instants: skipped times an hour later, repeated times to the first', () => {
    const at = (date: string, hours: number) =>
      new Date(instantAtMinute(date, hours * 60, 'Europe/Madrid')).toISOString();
    expect(at('2026-11-24', 10)).toBe('2026-11-24T09:00:00.000Z');
    expect(at('2026-03-29', 2.5)).toBe('2026-03-29T01:30:00.000Z');
    expect(at('2026-10-25', 2.5)).toBe('2026-10-25T00:30:00.000Z');
    expect(at('2026-10-25', 24)).toBe('2026-10-25T23:00:00.000Z');
    expect(at('2026-10-26', -1)).toBe('2026-10-25T22:00:00.000Z');
  });
});
