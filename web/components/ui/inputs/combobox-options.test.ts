import { expect, test } from 'vitest';
import { comboboxOptions, leaveResult } from './combobox-options.ts';

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

const leave = (typed: string, rule: Partial<Parameters<typeof leaveResult>[2]> = {}, options = people) =>
  leaveResult(options, typed, { freeText: false, canDrop: false, ...rule });

test('leaving the field chooses the only option of this name', () => {
  expect(leave(' ana serra ')).toEqual({ kind: 'choose', value: '2' });
  expect(leave('Ana Serra', { freeText: true })).toEqual({ kind: 'choose', value: '2' });
  const twins = [...people, { value: '3', label: 'Ana Serra', detail: '' }];
  expect(leave('Ana Serra', {}, twins)).toEqual({ kind: 'keep', text: 'Ana Serra' });
});

test('leaving the field keeps or creates a text that is no option', () => {
  expect(leave(' Marta ')).toEqual({ kind: 'keep', text: 'Marta' });
  expect(leave('Bizum', { freeText: true })).toEqual({ kind: 'create', text: 'Bizum' });
  expect(leave('Marta', { canDrop: true })).toEqual({ kind: 'drop' });
  expect(leave('  ')).toEqual({ kind: 'drop' });
});
