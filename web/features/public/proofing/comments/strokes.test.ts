import { expect, test } from 'vitest';
import { addStroke, simplifyStroke, type Stroke, type StrokePoint } from './strokes.ts';

const line = (length: number, pointAt: (part: number) => StrokePoint): Stroke =>
  Array.from({ length }, (_, index) => pointAt(index / (length - 1)));
const circle = line(2000, (part) => [0.5 + 0.4 * Math.cos(part * 7), 0.5 + 0.4 * Math.sin(part * 7)]);

test('a straight line keeps its ends alone', () => {
  const points = line(50, (part) => [part, part / 2]);
  expect(simplifyStroke(points, 1.5, 0.002)).toEqual([
    [0, 0],
    [1, 0.5],
  ]);
});

test('a corner stays, and a deviation below the tolerance goes', () => {
  const points: Stroke = [
    [0, 0],
    [0.5, 0.001],
    [1, 0],
    [1, 1],
  ];
  expect(simplifyStroke(points, 1, 0.002)).toEqual([
    [0, 0],
    [1, 0],
    [1, 1],
  ]);
});

test('a closed line keeps its farthest point', () => {
  const points: Stroke = [
    [0, 0],
    [0.5, 0.5],
    [0, 0],
  ];
  expect(simplifyStroke(points, 1, 0.002)).toEqual(points);
});

test('lines have four digits and stay in the photo', () => {
  const drawn: Stroke = [
    [-0.1, 0.123456],
    [1.2, 0.5],
  ];
  expect(addStroke([], drawn, 1)).toEqual([
    [
      [0, 0.1235],
      [1, 0.5],
    ],
  ]);
});

test('a line takes no more points than are left', () => {
  const used = [line(460, (part) => [part, part])];
  const [, added] = addStroke(used, circle, 1.5);
  expect(added!.length).toBeGreaterThan(2);
  expect(added!.length).toBeLessThanOrEqual(40);
});

test('a tap, a line beyond the twentieth and one beyond the last point add nothing', () => {
  const short = [line(2, (part) => [part, part])];
  expect(addStroke(short, [[0.5, 0.5]], 1)).toEqual(short);
  const twenty = Array.from({ length: 20 }, () => short[0]!);
  expect(addStroke(twenty, circle, 1)).toEqual(twenty);
  const full = [line(499, (part) => [part, part])];
  expect(addStroke(full, circle, 1)).toEqual(full);
});
