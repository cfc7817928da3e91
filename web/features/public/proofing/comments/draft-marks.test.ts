import { expect, test } from 'vitest';
import { type MarkStep, marksOf, withStroke } from './draft-marks.ts';

const pin = (x: number): MarkStep => ({ kind: 'pin', at: { x, y: 0.5 } });

test('the last point counts, and undoing it brings the former back', () => {
  const steps = [pin(0.1), pin(0.2)];
  expect(marksOf(steps).pin).toEqual({ x: 0.2, y: 0.5 });
  expect(marksOf(steps.slice(0, -1)).pin).toEqual({ x: 0.1, y: 0.5 });
});

test('lines add up beside a point', () => {
  const drawn: [number, number][] = [
    [0, 0],
    [1, 1],
  ];
  const steps = withStroke(withStroke([pin(0.3)], drawn, 1), drawn, 1);
  expect(marksOf(steps)).toEqual({ pin: { x: 0.3, y: 0.5 }, strokes: [drawn, drawn] });
});

test('a line that does not fit adds no step', () => {
  expect(withStroke([], [[0.5, 0.5]], 1)).toEqual([]);
});
