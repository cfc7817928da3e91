import { expect, it } from 'vitest';
import { rowAfterKey } from './row-navigation.ts';

it('arrows go a row, page keys a window with one row of it still in sight, Home and End to the ends', () => {
  const keys = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'Enter', 'a'];
  expect(keys.map((key) => rowAfterKey(key, 50, 100, 10))).toEqual([51, 49, 59, 41, 0, 99, null, null]);
});

it('nothing leads out of the list', () => {
  expect(['ArrowUp', 'PageUp', 'Home'].map((key) => rowAfterKey(key, 0, 3, 10))).toEqual([null, null, null]);
  expect(['ArrowDown', 'End'].map((key) => rowAfterKey(key, 2, 3, 10))).toEqual([null, null]);
  expect(rowAfterKey('PageDown', 1, 3, 10)).toBe(2);
  expect(rowAfterKey('End', 0, 0, 10)).toBeNull();
});

it('a window too low for a whole row goes on by one', () => {
  expect(rowAfterKey('PageDown', 4, 9, 0)).toBe(5);
});
