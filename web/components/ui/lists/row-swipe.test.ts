import { expect, test } from 'vitest';
import { beginPan, movePan, type Pan, panOffset, shouldStayOpen } from './row-swipe.ts';

const WIDTH = 192;
const begin = (x = 300, from = 0) => beginPan({ x, y: 400, at: 0 }, from, 375)!;
/** Moves the pan by each step from its start, one frame per step. */
const drag = (pan: Pan, ...steps: [dx: number, dy: number, ms?: number][]) =>
  steps.reduce(
    (moved, [dx, dy, ms = 100]) => movePan(moved, { x: pan.startX + dx, y: pan.startY + dy, at: moved.at + ms }),
    pan,
  );

test('ignores a touch at the edge of the screen', () => {
  expect(beginPan({ x: 10, y: 400, at: 0 }, 0, 375)).toBeNull();
  expect(beginPan({ x: 360, y: 400, at: 0 }, 0, 375)).toBeNull();
  expect(beginPan({ x: 340, y: 400, at: 0 }, 0, 375)).not.toBeNull();
});

test('decides the direction after ten pixels', () => {
  expect(drag(begin(), [-6, 4]).way).toBe('unknown');
  expect(drag(begin(), [-20, 4]).way).toBe('row');
  expect(drag(begin(), [-12, 10]).way).toBe('other');
  expect(drag(begin(), [0, 30]).way).toBe('other');
});

test('keeps the direction that a touch began with', () => {
  expect(drag(begin(), [0, 30], [-150, 30]).way).toBe('other');
  expect(drag(begin(), [-30, 0], [-30, 200]).way).toBe('row');
});

test('moves a closed row to the left only, an open one back', () => {
  expect(drag(begin(100), [40, 0]).way).toBe('other');
  expect(drag(begin(100, -WIDTH), [40, 0]).way).toBe('row');
});

test('limits the offset to the width of the actions', () => {
  expect(panOffset(drag(begin(), [-50, 0]), WIDTH)).toBe(-50);
  expect(panOffset(drag(begin(), [-260, 0]), WIDTH)).toBe(-WIDTH);
  expect(panOffset(drag(begin(), [-50, 0], [30, 0]), WIDTH)).toBe(0);
  expect(panOffset(drag(begin(100, -WIDTH), [60, 0]), WIDTH)).toBe(60 - WIDTH);
});

test('stays open past half of the width or after a flick', () => {
  expect(shouldStayOpen(drag(begin(), [-100, 0, 1000]), WIDTH)).toBe(true);
  expect(shouldStayOpen(drag(begin(), [-90, 0, 1000]), WIDTH)).toBe(false);
  expect(shouldStayOpen(drag(begin(), [-30, 0, 30]), WIDTH)).toBe(true);
  expect(shouldStayOpen(drag(begin(), [-150, 0, 1000], [-140, 0, 10]), WIDTH)).toBe(false);
});
