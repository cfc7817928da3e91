import { expect, it } from 'vitest';
import { mergeChecklists } from './sessions.ts';

const item = (id: string, text = id, isDone = false) => ({ id, text, isDone });
const [a, b, c] = [item('a'), item('b'), item('c')];

it('returns my list without concurrent changes', () => {
  expect(mergeChecklists([a, b], [b, c, item('a', 'A', true)], [a, b])).toEqual([b, c, item('a', 'A', true)]);
  expect(mergeChecklists([a, b], [], [a, b])).toEqual([]);
});

it('keeps items that others added, ticked or edited', () => {
  expect(mergeChecklists([a], [item('a', 'a', true)], [a, b])).toEqual([item('a', 'a', true), b]);
  expect(mergeChecklists([a], [item('a', 'A')], [item('a', 'a', true)])).toEqual([item('a', 'A', true)]);
  expect(mergeChecklists([a], [a, b], [item('a', 'theirs')])).toEqual([item('a', 'theirs'), b]);
});

it('removes items that either side removed, unless the other edited them', () => {
  expect(mergeChecklists([a, b], [a, b], [b])).toEqual([b]);
  expect(mergeChecklists([a, b], [b], [item('a', 'a', true), b])).toEqual([b]);
  expect(mergeChecklists([a, b], [item('a', 'mine'), b], [b])).toEqual([item('a', 'mine'), b]);
  expect(mergeChecklists([a, b], [b], [item('a', 'theirs'), b])).toEqual([b, item('a', 'theirs')]);
});
