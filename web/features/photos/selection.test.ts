import { describe, expect, test } from 'vitest';
import { add, EMPTY, extendTo, keepPresent, selectAll, toggle } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort();

describe('selection', () => {
  test('toggles a photo', () => {
    const on = toggle(EMPTY, 'b');
    expect(ids(on)).toEqual(['b']);
    expect(ids(toggle(on, 'b'))).toEqual([]);
  });

  test.each([
    ['b', 'd', ['b', 'c', 'd']],
    ['d', 'b', ['b', 'c', 'd']],
    ['c', 'c', ['c']],
  ])('extends from %s to %s with Shift', (from, to, expected) => {
    expect(ids(extendTo(toggle(EMPTY, from), to, order))).toEqual(expected);
  });

  test('replaces the previous range from the same anchor', () => {
    const first = extendTo(toggle(EMPTY, 'c'), 'e', order);
    expect(ids(extendTo(first, 'd', order))).toEqual(['c', 'd']);
    expect(ids(extendTo(first, 'a', order))).toEqual(['a', 'b', 'c']);
  });

  test('keeps photos selected before the range', () => {
    const range = extendTo(toggle(toggle(EMPTY, 'a'), 'c'), 'd', order);
    expect(ids(range)).toEqual(['a', 'c', 'd']);
  });

  test('adds photos', () => {
    expect(ids(add(toggle(EMPTY, 'a'), ['c', 'd']))).toEqual(['a', 'c', 'd']);
  });

  test('toggles on Shift without an anchor', () => {
    expect(ids(extendTo(EMPTY, 'd', order))).toEqual(['d']);
    expect(ids(extendTo({ ...EMPTY, anchor: 'gone' }, 'd', order))).toEqual(['d']);
  });

  test('drops photos that were deleted elsewhere', () => {
    const all = selectAll(order);
    const kept = keepPresent(all, new Set(['a', 'b']));
    expect(ids(kept)).toEqual(['a', 'b']);
    expect(kept.anchor).toBeNull();
    expect(keepPresent(all, new Set(order))).toBe(all);
  });
});
