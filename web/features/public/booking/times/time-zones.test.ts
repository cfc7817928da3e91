import { expect, it } from 'vitest';
import { haveSameClock } from './time-zones.ts';

const [winter, summer] = [Date.parse('2026-12-01T12:00Z'), Date.parse('2026-07-01T12:00Z')];

it('treats two zones as one if their clocks agree at all given instants', () => {
  expect(haveSameClock('Europe/Madrid', 'Europe/Paris', [winter, summer])).toBe(true);
  expect(haveSameClock('Europe/Madrid', 'America/New_York', [winter])).toBe(false);
  expect(haveSameClock('Europe/Madrid', 'Africa/Algiers', [winter])).toBe(true);
  expect(haveSameClock('Europe/Madrid', 'Africa/Algiers', [winter, summer])).toBe(false);
});
