import { expect, test } from 'vitest';
import { beginPan, movePan, type Pan, panOffset, shouldStayOpen } from './row-swipe.ts';

const WIDTH = 192;
const begin = (x = 300, from = 0) => beginPan({ x, y: 400, at: 0 }, from, 375)!;
/** By these ways from where it began, a frame each. */
const drag = (pan: Pan, ...steps: [dx: number, dy: number, ms?: number][]) =>
  steps.reduce(
    (moved, [dx, dy, ms = 100]) => movePan(moved, { x: pan.startX + dx, y: pan.startY + dy, at: moved.at + ms }),
    pan,
  );

test('a touch at the edge of the screen is the system’s', () => {
  expect(beginPan({ x: 10, y: 400, at: 0 }, 0, 375)).toBeNull();
  expect(beginPan({ x: 360, y: 400, at: 0 }, 0, 375)).toBeNull();
  expect(beginPan({ x: 340, y: 400, at: 0 }, 0, 375)).not.toBeNull();
});

test('the first ten pixels decide whose it is', () => {
  expect(drag(begin(), [-6, 4]).way).toBe('unknown');
  expect(drag(begin(), [-20, 4]).way).toBe('row');
  expect(drag(begin(), [-12, 10]).way).toBe('other');
  expect(drag(begin(), [0, 30]).way).toBe('other');
});

test('what began as scrolling never becomes a swipe, nor the other way', () => {
  expect(drag(begin(), [0, 30], [-150, 30]).way).toBe('other');
  expect(drag(begin(), [-30, 0], [-30, 200]).way).toBe('row');
});

test('a covered row goes to the left only, an uncovered one back', () => {
  expect(drag(begin(100), [40, 0]).way).toBe('other');
  expect(drag(begin(100, -WIDTH), [40, 0]).way).toBe('row');
});

test('it goes as far as the acts are wide', () => {
  expect(panOffset(drag(begin(), [-50, 0]), WIDTH)).toBe(-50);
  expect(panOffset(drag(begin(), [-260, 0]), WIDTH)).toBe(-WIDTH);
  expect(panOffset(drag(begin(), [-50, 0], [30, 0]), WIDTH)).toBe(0);
  expect(panOffset(drag(begin(100, -WIDTH), [60, 0]), WIDTH)).toBe(60 - WIDTH);
});

test('past the half it stays, and a flick decides by itself', () => {
  expect(shouldStayOpen(drag(begin(), [-100, 0, 1000]), WIDTH)).toBe(true);
  expect(shouldStayOpen(drag(begin(), [-90, 0, 1000]), WIDTH)).toBe(false);
  expect(shouldStayOpen(drag(begin(), [-30, 0, 30]), WIDTH)).toBe(true);
  expect(shouldStayOpen(drag(begin(), [-150, 0, 1000], [-140, 0, 10]), WIDTH)).toBe(false);
});
