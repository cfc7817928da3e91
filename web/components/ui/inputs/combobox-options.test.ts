import { expect, test } from 'vitest';
import { comboboxOptions } from './combobox-options.ts';

const people = [
  { value: '1', label: 'Núria Puig', detail: 'nuria@example.com' },
  { value: '2', label: 'Ana Serra', detail: 'ana@studio.example' },
];
const rows = (typed: string, create = true) =>
  comboboxOptions(people, typed, { filter: true, create }).map((row) => row.key);

test('case, accents and the second line do not hide anyone', () => {
  expect(rows('nuria', false)).toEqual(['1']);
  expect(rows('STUDIO', false)).toEqual(['2']);
  expect(rows('', true)).toEqual(['1', '2']);
});

test('creating is offered last, and not for a name that exists', () => {
  expect(rows('Ana')).toEqual(['2', 'create:']);
  expect(rows(' ana serra ')).toEqual(['2']);
  expect(rows('Pau')).toEqual(['create:']);
});

test('options that come from a query are shown as given', () => {
  const given = comboboxOptions(people, 'zzz', { filter: false, create: false });
  expect(given.map((row) => row.key)).toEqual(['1', '2']);
});
