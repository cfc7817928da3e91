import { expect, it } from 'vitest';
import { labelledIndexes, scaleTop } from './chart-scale.ts';

it('ends the scale at a round number with a whole half', () => {
  expect([0, 1, 3, 7, 11, 23, 40, 51, 999, 1234].map(scaleTop)).toEqual([2, 2, 4, 8, 20, 30, 40, 60, 1000, 2000]);
});

it('labels the last bar, and others evenly', () => {
  expect([...labelledIndexes(30, 5)]).toEqual([29, 23, 17, 11, 5]);
  expect([...labelledIndexes(3, 5)]).toEqual([2, 1, 0]);
  expect([...labelledIndexes(0, 5)]).toEqual([]);
});
