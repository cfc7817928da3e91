import { expect, test } from 'vitest';
import { displayRatio, groupBy, pendingRotation } from './types.ts';

const landscape = { width: 300, height: 200, rotation: 0, renderedRotation: 0 } as const;

test.each([
  [0, 0, 0, 1.5],
  [90, 0, 90, 2 / 3],
  [0, 90, 270, 2 / 3],
  [180, 0, 180, 1.5],
  [90, 90, 0, 1.5],
] as const)(
  'returns for rotation %i, rendered at %i, a pending rotation of %i',
  (rotation, renderedRotation, turn, ratio) => {
    const photo = { ...landscape, rotation, renderedRotation };
    expect(pendingRotation(photo)).toBe(turn);
    expect(displayRatio(photo)).toBeCloseTo(ratio);
  },
);

test('displayRatio defaults to 3:2 before the photo is processed', () => {
  expect(displayRatio({ ...landscape, width: null, height: null })).toBe(1.5);
});

test('groupBy keeps the order', () => {
  expect([...groupBy(['b1', 'a1', 'b2'], (name) => name[0])]).toEqual([
    ['b', ['b1', 'b2']],
    ['a', ['a1']],
  ]);
});
