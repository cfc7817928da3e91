import { expect, test } from 'vitest';
import { edgeSpeed } from './pointer-drag.ts';

test('scrolls faster the closer to an edge, up to a maximum', () => {
  const speeds = [90, 100, 122, 144, 300, 456, 478, 500, 600].map((at) => edgeSpeed(at, 100, 500));
  expect(speeds).toEqual([-12, -12, -6, 0, 0, 0, 6, 12, 12]);
});
