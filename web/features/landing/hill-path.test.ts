import { expect, it } from 'vitest';
import { hillPath } from './hill-path.ts';

const options = { width: 300, height: 200, base: 100, rise: 20, seed: 1 };

it('returns the same path for the same seed', () => {
  expect(hillPath(options)).toBe(hillPath(options));
  expect(hillPath(options)).not.toBe(hillPath({ ...options, seed: 2 }));
});

it('spans the full width within its rise and closes at the bottom', () => {
  const path = hillPath(options);
  const points = path
    .replace(/^M|V.*$/g, '')
    .split('L')
    .map((point) => point.split(' ').map(Number));
  expect([points[0]?.[0], points.at(-1)?.[0]]).toEqual([0, 300]);
  for (const [, y] of points) expect(Math.abs(y! - 100)).toBeLessThanOrEqual(20);
  expect(path.endsWith('V200H0Z')).toBe(true);
});
