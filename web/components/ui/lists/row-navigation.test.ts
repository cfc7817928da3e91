import { expect, it } from 'vitest';
import { rowAfterKey } from './row-navigation.ts';

it('moves by a row with arrows, by a page less one row with page keys, to the ends with Home and End', () => {
  const keys = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'Enter', 'a'];
  expect(keys.map((key) => rowAfterKey(key, 50, 100, 10))).toEqual([51, 49, 59, 41, 0, 99, null, null]);
});

it('stays inside the list', () => {
  expect(['ArrowUp', 'PageUp', 'Home'].map((key) => rowAfterKey(key, 0, 3, 10))).toEqual([null, null, null]);
  expect(['ArrowDown', 'End'].map((key) => rowAfterKey(key, 2, 3, 10))).toEqual([null, null]);
  expect(rowAfterKey('PageDown', 1, 3, 10)).toBe(2);
  expect(rowAfterKey('End', 0, 0, 10)).toBeNull();
});

it('moves by one row in a window lower than a row', () => {
  expect(rowAfterKey('PageDown', 4, 9, 0)).toBe(5);
});
