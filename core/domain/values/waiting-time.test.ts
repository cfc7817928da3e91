import { expect, it } from 'vitest';
import { waitingTime } from './waiting-time.ts';

it.each([
  [0.2, { unit: 'seconds', count: 1 }],
  [90, { unit: 'seconds', count: 90 }],
  [91, { unit: 'minutes', count: 2 }],
  [90 * 60, { unit: 'minutes', count: 90 }],
  [90 * 60 + 1, { unit: 'hours', count: 2 }],
] as const)('%d seconds are told in the unit people think of', (seconds, told) => {
  expect(waitingTime(seconds)).toEqual(told);
});
