import { expect, test } from 'vitest';
import { movePoint, pointWithin } from './picture-point.ts';

test('arrow keys move a point by a hundredth, with Shift by a tenth', () => {
  expect(movePoint({ x: 0.5, y: 0.5 }, 'ArrowLeft', false)).toEqual({ x: 0.49, y: 0.5 });
  expect(movePoint({ x: 0.5, y: 0.5 }, 'ArrowDown', true)).toEqual({ x: 0.5, y: 0.6 });
});

test('a point stays in the picture', () => {
  expect(movePoint({ x: 0.95, y: 0 }, 'ArrowRight', true)).toEqual({ x: 1, y: 0 });
  expect(pointWithin(-0.2, 1.2)).toEqual({ x: 0, y: 1 });
});

test('other keys move nothing', () => {
  expect(movePoint({ x: 0.5, y: 0.5 }, 'Enter', false)).toBeNull();
});
