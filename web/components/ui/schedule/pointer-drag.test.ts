import { expect, test } from 'vitest';
import { edgeSpeed } from './pointer-drag.ts';

test('the closer to an edge the faster, and beyond it no faster', () => {
  const speeds = [90, 100, 122, 144, 300, 456, 478, 500, 600].map((at) => edgeSpeed(at, 100, 500));
  expect(speeds).toEqual([-12, -12, -6, 0, 0, 0, 6, 12, 12]);
});
