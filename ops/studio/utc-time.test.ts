import { expect, it } from 'vitest';
import { utcTime } from './utc-time.ts';

it('reads days and times in UTC', () => {
  expect(utcTime('2027-02-28')).toBe(Date.UTC(2027, 1, 28));
  expect(utcTime('2027-02-01T02:30Z')).toBe(Date.UTC(2027, 1, 1, 2, 30));
});

it.each(['2027-02-30', '2027-02-30T02:00Z', '2027-13-01', '2027-02-01T24:00Z', '2027-02-01T02:00', 'tomorrow', ''])(
  'refuses %j',
  (text) => {
    expect(utcTime(text)).toBeNull();
  },
);
