import { expect, test } from 'vitest';
import { zonedDay } from '#web/lib/format/wall-clock.ts';
import { dayColumns } from './day-layout.ts';
import type { ScheduleItem } from './types.ts';

const MADRID = 'Europe/Madrid';
const item = (id: string, start: string, end: string): ScheduleItem => ({
  id,
  title: id,
  start: Date.parse(start),
  end: Date.parse(end),
  colour: 'black',
  tone: 'solid',
});
const drawn = (items: ScheduleItem[], ...dates: string[]) =>
  dayColumns(
    items,
    dates.map((date) => zonedDay(date, MADRID)),
  ).map((segments) =>
    segments.map(({ item, top, bottom, lane, lanes }) => [item.id, top / 60, bottom / 60, `${lane + 1}/${lanes}`]),
  );

test('lays out an item by the zone’s clock', () => {
  expect(drawn([item('a', '2026-11-24T09:00Z', '2026-11-24T10:15Z')], '2026-11-23', '2026-11-24')).toEqual([
    [],
    [['a', 10, 11.25, '1/1']],
  ]);
});

test('draws an item across midnight on both days', () => {
  const party = item('party', '2026-11-24T21:00Z', '2026-11-25T01:30Z');
  const [first, second] = dayColumns([party], [zonedDay('2026-11-24', MADRID), zonedDay('2026-11-25', MADRID)]);
  expect(first).toMatchObject([{ top: 22 * 60, bottom: 24 * 60, isContinued: false, continues: true }]);
  expect(second).toMatchObject([{ top: 0, bottom: 150, isContinued: true, continues: false }]);
});

test('leaves an item that ends at midnight off the next day', () => {
  expect(drawn([item('a', '2026-11-24T22:00Z', '2026-11-24T23:00Z')], '2026-11-24', '2026-11-25')).toEqual([
    [['a', 23, 24, '1/1']],
    [],
  ]);
});

test('lays out items by the clock on the day of 23 hours, before and after the skipped hour', () => {
  const items = [
    item('before', '2026-03-29T00:00Z', '2026-03-29T00:30Z'),
    item('across', '2026-03-29T00:30Z', '2026-03-29T01:30Z'),
    item('noon', '2026-03-29T10:00Z', '2026-03-29T11:00Z'),
  ];
  expect(drawn(items, '2026-03-29')).toEqual([
    [
      ['before', 1, 1.5, '1/1'],
      ['across', 1.5, 3.5, '1/1'],
      ['noon', 12, 13, '1/1'],
    ],
  ]);
});

test('lays out both items of the repeated hour side by side on the day of 25 hours', () => {
  const items = [
    item('first', '2026-10-25T00:00Z', '2026-10-25T01:00Z'),
    item('again', '2026-10-25T01:00Z', '2026-10-25T02:00Z'),
    item('back', '2026-10-25T00:45Z', '2026-10-25T01:15Z'),
    item('noon', '2026-10-25T11:00Z', '2026-10-25T12:00Z'),
  ];
  const [column] = drawn(items, '2026-10-25');
  expect(column).toEqual([
    // Ends at 02:00 for the second time: its hour counts.
    ['first', 2, 3, '1/3'],
    ['back', 2.75, 3.25, '3/3'],
    ['again', 2, 3, '2/3'],
    ['noon', 12, 13, '1/1'],
  ]);
});

test('draws short items and items without duration one line high', () => {
  const items = [
    item('short', '2026-11-24T09:00Z', '2026-11-24T09:05Z'),
    item('moment', '2026-11-24T09:10Z', '2026-11-24T09:10Z'),
    item('last', '2026-11-24T22:59Z', '2026-11-24T23:00Z'),
  ];
  const [segments] = dayColumns(items, [zonedDay('2026-11-24', MADRID)]);
  expect(segments).toMatchObject([
    { top: 600, bottom: 620, lanes: 2 },
    { top: 610, bottom: 630, lanes: 2 },
    { top: 1420, bottom: 1440 },
  ]);
});
