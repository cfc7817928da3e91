import { expect, test } from 'vitest';
import { zonedDay } from '#web/lib/format/wall-clock.ts';
import { dayColumns } from './day-layout.ts';
import { itemAfterKey } from './keyboard.ts';

const item = (id: string, start: string, end: string) => ({
  id,
  title: id,
  start: Date.parse(`2026-11-${start}Z`),
  end: Date.parse(`2026-11-${end}Z`),
  colour: 'black',
  tone: 'solid' as const,
});
const days = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'].map((date) => zonedDay(date, 'UTC'));
const columns = dayColumns(
  [
    item('early', '23T08:00', '23T09:00'),
    item('late', '23T16:00', '23T17:00'),
    item('next', '24T15:00', '24T16:00'),
    item('party', '24T22:00', '25T02:00'),
    item('last', '26T12:00', '26T13:00'),
  ],
  days,
);

test.each([
  ['early', 'ArrowDown', 'late'],
  ['late', 'ArrowUp', 'early'],
  ['late', 'ArrowDown', null],
  ['early', 'ArrowLeft', null],
  ['early', 'ArrowRight', 'next'],
  ['next', 'ArrowLeft', 'late'],
  // The next day holds only the rest of it.
  ['party', 'ArrowRight', 'last'],
  ['last', 'ArrowLeft', 'party'],
  ['early', 'Home', null],
  ['nobody', 'ArrowDown', null],
])('from %s %s moves to %s', (from, key, to) => {
  expect(itemAfterKey(columns, from, key)).toBe(to);
});
