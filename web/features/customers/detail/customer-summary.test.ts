import { expect, test } from 'vitest';
import { lastAndNext } from './customer-summary.tsx';

test('lastAndNext never takes a future session for the last one', () => {
  const at = (date: number, status = 'scheduled') => ({ date, status }) as Parameters<typeof lastAndNext>[0][number];
  const sessions = [at(9), at(7), at(6, 'cancelled'), at(5, 'completed'), at(4), at(1)];
  expect(lastAndNext(sessions, 5)).toEqual({ last: 5, next: 7 });
  expect(lastAndNext([at(9)], 5)).toEqual({ last: null, next: 9 });
  expect(lastAndNext([], 5)).toEqual({ last: null, next: null });
});
