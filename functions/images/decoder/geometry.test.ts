import { describe, expect, test } from 'vitest';
import { computeGeometry } from './geometry.ts';

const landscape = { width: 6000, height: 4000 };
const none = { width: null, height: null, focus: null };

describe('size', () => {
  test.each([
    [{ width: 800 }, 800, 533],
    [{ height: 800 }, 1200, 800],
    [{ width: 200, height: 200 }, 200, 200],
    [{ width: 4096, height: 100 }, 4096, 100],
  ])('%j gives %i × %i', (wanted, width, height) => {
    expect(computeGeometry(landscape, { ...none, ...wanted }, null)).toMatchObject({ width, height });
  });

  test.each([
    [{ width: 4096 }, 300, 200],
    [{ height: 4096 }, 300, 200],
    [{ width: 400, height: 400 }, 200, 200],
    [{ width: 600, height: 100 }, 300, 50],
    [{ width: 300, height: 200 }, 300, 200],
  ])('does not enlarge a 300 × 200 image: %j gives %i × %i', (wanted, width, height) => {
    const geometry = computeGeometry({ width: 300, height: 200 }, { ...none, ...wanted }, null);
    expect(geometry).toMatchObject({ width, height });
    expect(geometry.covering.width).toBeLessThanOrEqual(300);
    expect(geometry.covering.height).toBeLessThanOrEqual(200);
  });

  test('bounds the open side of an AVIF', () => {
    const tall = { width: 4000, height: 16_000 };
    expect(computeGeometry(tall, { ...none, width: 2048, format: 'avif' }, null)).toMatchObject({
      width: 512,
      height: 2048,
    });
  });

  test('bounds an open side, and keeps at least one pixel', () => {
    expect(computeGeometry({ width: 100, height: 60_000 }, { ...none, width: 4096 }, null).height).toBe(16_383);
    expect(computeGeometry({ width: 60_000, height: 2 }, { ...none, width: 10 }, null)).toMatchObject({ height: 1 });
  });
});

describe('crop', () => {
  const square = { ...none, width: 200, height: 200 };

  test('uses the focus, then the focal point, then saliency', () => {
    const focal = { x: 0, y: 500 };
    expect(computeGeometry(landscape, { ...square, focus: { x: 1000, y: 0 } }, focal).cut).toEqual({
      left: 100,
      top: 0,
    });
    expect(computeGeometry(landscape, square, focal).cut).toEqual({ left: 0, top: 0 });
    expect(computeGeometry(landscape, square, { x: 500, y: 500 }).cut).toEqual({ left: 50, top: 0 });
    expect(computeGeometry(landscape, square, null).cut).toBe('attention');
  });

  test('is omitted if the ratio is equal or only one side is given', () => {
    expect(computeGeometry({ width: 500, height: 500 }, square, { x: 0, y: 0 }).cut).toBeNull();
    expect(computeGeometry(landscape, { ...none, width: 200, focus: { x: 0, y: 0 } }, null).cut).toBeNull();
  });

  test('lies within the image', () => {
    for (const width of [1, 37, 300, 4096])
      for (const height of [1, 41, 299])
        for (const x of [0, 333, 1000]) {
          const { covering, cut, ...size } = computeGeometry(landscape, { width, height, focus: { x, y: x } }, null);
          if (cut === null || cut === 'attention') continue;
          expect(cut.left).toBeGreaterThanOrEqual(0);
          expect(cut.top).toBeGreaterThanOrEqual(0);
          expect(cut.left + size.width).toBeLessThanOrEqual(covering.width);
          expect(cut.top + size.height).toBeLessThanOrEqual(covering.height);
        }
  });
});
