import { expect, it } from 'vitest';
import { createFormat } from '#web/lib/format/format.ts';
import { longDay, monthName, priceText } from './format.ts';

const formatIn = (language: string) => createFormat({ language, zone: 'UTC', currency: 'EUR', dateFormat: 'auto' });

it('formats a missing price as empty text', () => {
  expect(priceText(null, formatIn('en'))).toBe('');
  expect(priceText(12_050, formatIn('es')).replace(/\s/g, ' ')).toBe('120,50 €');
});

it('formats days and months, with the year if it differs', () => {
  expect(longDay('2026-11-27', formatIn('en'))).toBe('Friday 27 November');
  expect(monthName('2026-12', formatIn('en'), '2026-11-22')).toBe('December');
  expect(monthName('2027-01-11', formatIn('es'), '2026-11-22')).toBe('enero de 2027');
});
