import { expect, it } from 'vitest';
import { eventEnds, isLive } from './event-switch.tsx';

const at = (iso: string) => Date.parse(iso);
const ends = (iso: string, zone = 'Europe/Madrid') =>
  Object.values(eventEnds(at(iso), zone)).map((end: number | null) => end && new Date(end).toISOString());

it('offers the end of today, the night after it and the end of tomorrow, by the studio’s clock', () => {
  expect(ends('2026-11-21T15:00Z')).toEqual([
    '2026-11-21T22:59:59.999Z',
    '2026-11-22T03:00:00.000Z',
    '2026-11-22T22:59:59.999Z',
  ]);
  // Already the next day in Madrid.
  expect(ends('2026-11-21T23:30Z')[0]).toBe('2026-11-22T22:59:59.999Z');
  // The night in which the clock goes back.
  expect(ends('2026-10-24T15:00Z')[1]).toBe('2026-10-25T03:00:00.000Z');
});

it('does not offer an end within the hour', () => {
  expect(ends('2026-11-21T21:59:59Z')[0]).not.toBeNull();
  expect(ends('2026-11-21T22:00:00Z')[0]).toBeNull();
});

it('ends an event at its end', () => {
  const eventUntil = at('2026-11-21T22:00Z');
  expect(isLive({ eventUntil }, eventUntil - 1)).toBe(true);
  expect(isLive({ eventUntil }, eventUntil)).toBe(false);
  expect(isLive({ eventUntil: null }, 0)).toBe(false);
});
