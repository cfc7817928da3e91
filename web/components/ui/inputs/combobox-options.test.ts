import { expect, test } from 'vitest';
import { comboboxOptions } from './combobox-options.ts';

const people = [
  { value: '1', label: 'Núria Puig', detail: 'nuria@example.com' },
  { value: '2', label: 'Ana Serra', detail: 'ana@studio.example' },
];
const rows = (typed: string, create = true) =>
  comboboxOptions(people, typed, { filter: true, create }).map((row) => row.key);

test('finds options regardless of case and accents, and by the detail line', () => {
  expect(rows('nuria', false)).toEqual(['1']);
  expect(rows('STUDIO', false)).toEqual(['2']);
  expect(rows('', true)).toEqual(['1', '2']);
});

test('offers creating last, and not for an existing name', () => {
  expect(rows('Ana')).toEqual(['2', 'create:']);
  expect(rows(' ana serra ')).toEqual(['2']);
  expect(rows('Pau')).toEqual(['create:']);
});

test('keeps options of a query unfiltered', () => {
  const given = comboboxOptions(people, 'zzz', { filter: false, create: false });
  expect(given.map((row) => row.key)).toEqual(['1', '2']);
});
