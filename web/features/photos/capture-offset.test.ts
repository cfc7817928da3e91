import { describe, expect, test } from 'vitest';
import { formatWallTime, NO_OFFSET, offsetBetween, parseOffset } from './capture-offset.ts';

const MADRID = 'Europe/Madrid';
const noon = Date.UTC(2026, 6, 1, 10, 0, 7);

describe('capture offset', () => {
  test.each([
    [{ hours: '1', minutes: '2', seconds: '3' }, 3723],
    [{ hours: '1', direction: 'earlier' as const }, -3600],
    [{ minutes: '90' }, 5400],
    [{}, 0],
    [{ hours: 'two' }, null],
    [{ hours: '-1' }, null],
    [{ seconds: '0.5' }, null],
  ])('%j', (typed, seconds) => {
    expect(parseOffset({ ...NO_OFFSET, ...typed })).toBe(seconds);
  });
  test('is the time from the recorded to the true time in the studio’s zone', () => {
    expect(formatWallTime(noon, MADRID)).toBe('2026-07-01T12:00:07');
    expect(offsetBetween(noon, '2026-07-01T13:00:00', MADRID)).toBe(3593);
    expect(offsetBetween(noon + 400, formatWallTime(noon + 400, MADRID), MADRID)).toBe(0);
    expect(offsetBetween(noon, '', MADRID)).toBeNull();
  });
  test('spans the change to winter time', () => {
    expect(offsetBetween(Date.UTC(2026, 9, 24, 10), '2026-10-25T12:00:00', MADRID)).toBe(25 * 3600);
  });
});
