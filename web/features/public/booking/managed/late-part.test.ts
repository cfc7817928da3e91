import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { isDayOver } from './late-part.ts';

const day = (time: number) => String(Math.floor(time / DAY_MS));
const NOON = 100 * DAY_MS + 12 * HOUR_MS;

it('isDayOver is true once the named day is over, not at a moment in it', () => {
  expect(isDayOver(NOON - 1, NOON, day)).toBe(false);
  expect(isDayOver(NOON - DAY_MS, NOON, day)).toBe(true);
  expect(isDayOver(NOON + DAY_MS, NOON, day)).toBe(false);
  expect(isDayOver(null, NOON, day)).toBe(false);
});

it('isDayOver counts the first instant of a day to the one before', () => {
  expect(isDayOver(100 * DAY_MS, 100 * DAY_MS + 1, day)).toBe(true);
  expect(isDayOver(101 * DAY_MS, NOON, day)).toBe(false);
});
