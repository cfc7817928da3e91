import { expect, it } from 'vitest';
import { backoff, retryDelay } from './backoff.ts';

const BOUNDS = { first: 1000, max: 60_000 };

it('doubles the delay with each failure up to the maximum', () => {
  expect([0, 1, 2, 5, 6, 5000].map((failures) => backoff(failures, BOUNDS, () => 0))).toEqual([
    1000, 2000, 4000, 32_000, 60_000, 60_000,
  ]);
});

it('adds up to half of the delay at random', () => {
  expect(backoff(1, BOUNDS, () => 0.5)).toBe(2500);
  expect(backoff(9, BOUNDS, () => 1)).toBe(90_000);
});

it('waits at least as long as the server asked', () => {
  const delays = [
    { params: { retryAfter: 30 } },
    { params: { retryAfter: 1 } },
    { params: {} },
    new Error('lost'),
    null,
  ];
  expect(delays.map((error) => retryDelay(error, 2, BOUNDS, () => 0))).toEqual([30_000, 4000, 4000, 4000, 4000]);
});
