import { expect, it } from 'vitest';
import { moved, withField } from './item-keys.ts';
import { dropIndex, indexAfterKey } from './sortable-list.tsx';

it.each([
  ['ArrowDown', 0, 1],
  ['ArrowUp', 0, null],
  ['End', 1, 2],
  ['End', 2, null],
  ['Home', 2, 0],
  ['a', 1, null],
])('%s moves item %i to %s of three', (key, from, to) => expect(indexAfterKey(key, from, 3)).toBe(to));

it('drops an item between those whose middle the pointer has passed', () => {
  const rows = [0, 1, 2, 3].map((index) => ({ top: index * 100, height: 100 }));
  expect([20, 170, 260, 399].map((y) => dropIndex(rows, 1, y))).toEqual([0, 1, 2, 3]);
});

it('moves an entry of a list', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
});

it('removes a field without a value, and keeps unknown ones', () => {
  expect(withField({ name: 'a', price: '5', newer: 1 }, 'price', undefined as never)).toEqual({ name: 'a', newer: 1 });
});
