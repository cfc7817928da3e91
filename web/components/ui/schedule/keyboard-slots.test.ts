import { expect, test } from 'vitest';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { zonedDay } from '#web/lib/format/wall-clock.ts';
import { dayColumns } from './day-layout.ts';
import { SLOT_ROWS, slotAfterKey } from './keyboard.ts';
import { slotTitles } from './time-slots.tsx';

test('moves to the next slot and stops at midnight', () => {
  const slot = { column: 2, row: 20 };
  expect(slotAfterKey(slot, 'ArrowUp')).toEqual({ column: 2, row: 19 });
  expect(slotAfterKey(slot, 'ArrowDown')).toEqual({ column: 2, row: 21 });
  expect(slotAfterKey(slot, 'ArrowLeft')).toEqual({ column: 1, row: 20 });
  expect(slotAfterKey(slot, 'ArrowRight')).toEqual({ column: 3, row: 20 });
  expect(slotAfterKey(slot, 'Home')).toBeNull();
  expect(slotAfterKey({ column: 0, row: 0 }, 'ArrowUp')).toBeNull();
  expect(slotAfterKey({ column: 0, row: SLOT_ROWS - 1 }, 'ArrowDown')).toBeNull();
  // Off the days shown: the caller turns the page.
  expect(slotAfterKey({ column: 0, row: 0 }, 'ArrowLeft')).toEqual({ column: -1, row: 0 });
});

test('lists every item that overlaps a slot', () => {
  const start = Date.parse('2026-11-24T09:15Z');
  const items = [{ id: 'a', title: 'Ana', start, end: start + HOUR_MS, colour: 'black', tone: 'solid' as const }];
  const [segments] = dayColumns(items, [zonedDay('2026-11-24', 'Europe/Madrid')]);
  expect(slotTitles(segments!).flatMap((titles, row) => titles.map((title) => `${title} ${row / 2}`))).toEqual([
    'Ana 10',
    'Ana 10.5',
    'Ana 11',
  ]);
});
