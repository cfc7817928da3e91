import { expect, test } from 'vitest';
import { cropPosition } from './focal-editor.tsx';

test.each([
  ['the middle of a landscape', 0.5, 0.5, 1.5, '50% 50%'],
  ['its left edge, where the square cannot go further', 0, 0.5, 1.5, '0% 50%'],
  ['its right edge', 1, 0.5, 1.5, '100% 50%'],
  ['a third from the left of a panorama', 0.5, 0.2, 4, '50% 50%'],
  ['near the top of a portrait', 0.5, 0.25, 0.5, '50% 0%'],
  ['a square has nothing to cut', 0.1, 0.9, 1, '50% 50%'],
])('%s', (_what, x, y, ratio, position) => {
  expect(cropPosition({ x, y }, ratio)).toBe(position);
});
