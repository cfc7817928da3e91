import { describe, expect, it } from 'vitest';
import { type Box, layOutWatermark } from './watermark-layout.ts';
import { newWatermark, WATERMARK_POSITIONS, watermarkChanges } from './watermarks.ts';

const PICTURES = [
  [1, 1],
  [2, 1],
  [7, 9],
  [33, 21],
  [320, 213],
  [213, 320],
  [2048, 1365],
  [1365, 2048],
  [4096, 300],
  [300, 4096],
].map(([width, height]) => ({ width: width!, height: height! }));
const MARKS = [
  [1, 1],
  [800, 200],
  [200, 800],
  [2400, 1],
  [1, 2400],
  [2400, 2400],
].map(([width, height]) => ({ width: width!, height: height! }));
const SIZES = [5, 6, 25, 50, 99, 100];

const CASES = PICTURES.flatMap((picture) => MARKS.flatMap((mark) => SIZES.map((size) => ({ picture, mark, size }))));
const name = ({ picture, mark, size }: (typeof CASES)[number]) =>
  `${picture.width}×${picture.height}, mark ${mark.width}×${mark.height} of ${size} %`;
const whole = (box: Box) => Object.values(box).every(Number.isInteger) && box.width > 0 && box.height > 0;

describe('one mark', () => {
  it.each(CASES.map((each) => [name(each), each] as const))('lies within the image: %s', (_, each) => {
    const { picture, mark, size } = each;
    for (const position of WATERMARK_POSITIONS) {
      const boxes = layOutWatermark(picture, mark, { position, size, isTiled: false });
      expect(boxes).toHaveLength(1);
      const [box] = boxes as [Box];
      expect(whole(box), position).toBe(true);
      const margin = Math.round(Math.min(picture.width, picture.height) * 0.03);
      expect(box.left).toBeGreaterThanOrEqual(margin);
      expect(box.top).toBeGreaterThanOrEqual(margin);
      expect(box.left + box.width).toBeLessThanOrEqual(picture.width - margin);
      expect(box.top + box.height).toBeLessThanOrEqual(picture.height - margin);
      // As wide as requested, unless the image is too small.
      expect(box.width).toBeLessThanOrEqual(Math.max(1, Math.round((picture.width * size) / 100)));
      const filled = box.width >= picture.width - 2 * margin - 1 || box.height >= picture.height - 2 * margin - 1;
      if (!filled) expect(Math.abs(box.width - Math.max(1, (picture.width * size) / 100))).toBeLessThanOrEqual(1);
    }
  });

  it.each([
    ['top_left', 60, 60],
    ['top', 1250, 60],
    ['top_right', 2440, 60],
    ['left', 60, 938],
    ['center', 1250, 938],
    ['right', 2440, 938],
    ['bottom_left', 60, 1815],
    ['bottom', 1250, 1815],
    ['bottom_right', 2440, 1815],
  ] as const)('puts a mark at %s with a margin', (position, left, top) => {
    const box = { left, top, width: 500, height: 125 };
    const layout = { position, size: 500 / 30, isTiled: false };
    expect(layOutWatermark({ width: 3000, height: 2000 }, { width: 800, height: 200 }, layout)).toEqual([box]);
  });

  it('keeps its ratio and position at every size of an image', () => {
    const mark = { width: 800, height: 200 };
    const layout = { position: 'bottom_right', size: 25, isTiled: false } as const;
    const [large] = layOutWatermark({ width: 4000, height: 3000 }, mark, layout) as [Box];
    const [small] = layOutWatermark({ width: 400, height: 300 }, mark, layout) as [Box];
    expect(large.width / large.height).toBe(4);
    for (const side of ['left', 'top', 'width', 'height'] as const)
      expect(Math.abs(large[side] / 10 - small[side])).toBeLessThanOrEqual(1);
  });
});

describe('tiled marks', () => {
  it.each(CASES.map((each) => [name(each), each] as const))('cover the whole image: %s', (_, each) => {
    const { picture, mark, size } = each;
    const boxes = layOutWatermark(picture, mark, { position: 'center', size, isTiled: true });
    expect(boxes.every(whole)).toBe(true);
    expect(boxes.length).toBeLessThanOrEqual(30_000);
    const { width, height } = boxes[0]!;
    const rows = Map.groupBy(boxes, ({ top }) => top);
    const tops = [...rows.keys()];
    // From one edge to the other; gaps are at most the watermark's own size, and slightly larger between rows.
    const wide = (gap: number) => expect(gap).toBeLessThanOrEqual(0.6 * width + 1.01);
    const high = (gap: number) => expect(gap).toBeLessThanOrEqual(0.6 * height + 0.1 * width + 1.01);
    expect(tops[0]).toBe(0);
    for (const [index, top] of tops.slice(1).entries()) high(top - tops[index]! - height);
    high(picture.height - tops.at(-1)! - height);
    for (const row of rows.values()) {
      expect(row[0]!.left).toBeLessThanOrEqual(0);
      for (const [index, box] of row.slice(1).entries()) wide(box.left - row[index]!.left - width);
      wide(picture.width - row.at(-1)!.left - width);
    }
    for (const box of boxes) expect(box.left < picture.width && box.top < picture.height).toBe(true);
  });
});

describe('a watermark', () => {
  const layout = { position: 'bottom_right', size: 25, opacity: 50, isTiled: false } as const;
  const fields = { id: '0'.repeat(20), name: 'Studio', kind: 'text', text: '© Ñandú', ...layout };

  it('has a default layout that can be changed in part', () => {
    expect(newWatermark.parse(fields)).toEqual(fields);
    expect(watermarkChanges.parse({ opacity: 5 })).toEqual({ opacity: 5 });
  });

  it.each([
    { name: ' ' },
    { kind: 'logo' },
    { text: 'x'.repeat(201) },
    { position: 'middle' },
    { size: 4 },
    { size: 101 },
    { size: 25.5 },
    { opacity: 4 },
    { opacity: 101 },
    { isTiled: 'yes' },
    { imageVersion: 1 },
    { imageKey: 'watermarks/x' },
  ])('refuses %j', (wrong) => {
    expect(newWatermark.safeParse({ ...fields, ...wrong }).success).toBe(false);
  });
});
