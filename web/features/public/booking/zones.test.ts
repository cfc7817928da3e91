import { expect, it } from 'vitest';
import { sameClock } from './zones.ts';

const [winter, summer] = [Date.parse('2026-12-01T12:00Z'), Date.parse('2026-07-01T12:00Z')];

it('two zones are one where their clocks show the same at all times that matter', () => {
  expect(sameClock('Europe/Madrid', 'Europe/Paris', [winter, summer])).toBe(true);
  expect(sameClock('Europe/Madrid', 'America/New_York', [winter])).toBe(false);
  expect(sameClock('Europe/Madrid', 'Africa/Algiers', [winter])).toBe(true);
  expect(sameClock('Europe/Madrid', 'Africa/Algiers', [winter, summer])).toBe(false);
});
