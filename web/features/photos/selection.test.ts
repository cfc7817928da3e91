import { describe, expect, test } from 'vitest';
import { add, EMPTY, extendTo, keepPresent, selectAll, toggle } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort();

describe('the selection', () => {
  test('a tick goes on and off', () => {
    const on = toggle(EMPTY, 'b');
    expect(ids(on)).toEqual(['b']);
    expect(ids(toggle(on, 'b'))).toEqual([]);
  });

  test.each([
    ['b', 'd', ['b', 'c', 'd']],
    ['d', 'b', ['b', 'c', 'd']],
    ['c', 'c', ['c']],
  ])('shift reaches from %s to %s', (from, to, expected) => {
    expect(ids(extendTo(toggle(EMPTY, from), to, order))).toEqual(expected);
  });

  test('a second range from the same anchor takes the first one’s place', () => {
    const first = extendTo(toggle(EMPTY, 'c'), 'e', order);
    expect(ids(extendTo(first, 'd', order))).toEqual(['c', 'd']);
    expect(ids(extendTo(first, 'a', order))).toEqual(['a', 'b', 'c']);
  });

  test('a range leaves alone what was ticked before', () => {
    const range = extendTo(toggle(toggle(EMPTY, 'a'), 'c'), 'd', order);
    expect(ids(range)).toEqual(['a', 'c', 'd']);
  });

  test('more are added to what is there', () => {
    expect(ids(add(toggle(EMPTY, 'a'), ['c', 'd']))).toEqual(['a', 'c', 'd']);
  });

  test('shift without an anchor, or one that is gone, is a tick', () => {
    expect(ids(extendTo(EMPTY, 'd', order))).toEqual(['d']);
    expect(ids(extendTo({ ...EMPTY, anchor: 'gone' }, 'd', order))).toEqual(['d']);
  });

  test('what is deleted elsewhere leaves the selection', () => {
    const all = selectAll(order);
    const kept = keepPresent(all, new Set(['a', 'b']));
    expect(ids(kept)).toEqual(['a', 'b']);
    expect(kept.anchor).toBeNull();
    expect(keepPresent(all, new Set(order))).toBe(all);
  });
});
