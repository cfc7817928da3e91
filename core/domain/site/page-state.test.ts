import { expect, test } from 'vitest';
import { pageState } from './page-state.ts';

const page = { id: 'a', updatedAt: 5 };

test.each([
  ['new', []],
  ['new', [{ id: 'b', updatedAt: 5 }]],
  ['live', [{ id: 'b', updatedAt: 1 }, page]],
  ['changed', [{ ...page, updatedAt: 4 }]],
] as const)('a page is %s beside %j', (expected, live) => {
  expect(pageState(page, live)).toBe(expected);
});
