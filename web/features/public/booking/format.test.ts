import { expect, it } from 'vitest';
import { durationText, longDay, monthName, priceText } from './format.ts';

it('formats durations in hours and minutes', () => {
  expect([30, 60, 90].map((minutes) => durationText(minutes, 'en'))).toEqual(['30 mins', '1 hr', '1 hr 30 mins']);
  expect(durationText(90, 'ca')).toBe('1 h 30 min');
});

it('formats a missing price as empty text', () => {
  expect(priceText({ price: null }, 'EUR', 'en')).toBe('');
  expect(priceText({ price: 12_050 }, 'EUR', 'es').replace(/\s/g, ' ')).toBe('120,50 €');
});

it('formats days and months, with the year if it differs', () => {
  expect(longDay('2026-11-27', 'en')).toBe('Friday 27 November');
  expect(monthName('2026-12', 'en', '2026-11-22')).toBe('December');
  expect(monthName('2027-01-11', 'es', '2026-11-22')).toBe('enero de 2027');
});
