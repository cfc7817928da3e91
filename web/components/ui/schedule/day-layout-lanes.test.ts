import { expect, test } from 'vitest';
import { assignLanes } from './day-layout.ts';

const lanes = (...extents: [number, number][]) =>
  assignLanes(extents.map(([top, bottom]) => ({ top, bottom }))).map(({ lane, lanes }) => `${lane + 1}/${lanes}`);

test('gives items that do not overlap the full width, also when one ends as the next begins', () => {
  expect(lanes([0, 60], [60, 120], [200, 260])).toEqual(['1/1', '1/1', '1/1']);
});

test('lays out overlapping items side by side, the longer one first', () => {
  expect(lanes([0, 60], [30, 90])).toEqual(['1/2', '2/2']);
  expect(lanes([0, 30], [0, 90])).toEqual(['2/2', '1/2']);
});

test('reuses a free lane; a chain shares its number of lanes', () => {
  expect(lanes([0, 60], [30, 120], [60, 90])).toEqual(['1/2', '2/2', '1/2']);
  expect(lanes([0, 60], [0, 60], [0, 60], [50, 100], [100, 120])).toEqual(['1/4', '2/4', '3/4', '4/4', '1/1']);
});

test('never overlaps items in any order', () => {
  let seed = 7;
  const next = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below;
  for (let round = 0; round < 200; round += 1) {
    const extents = Array.from({ length: 1 + next(12) }, () => {
      const top = next(100);
      return { top, bottom: top + 1 + next(40) };
    });
    const answer = assignLanes(extents);
    for (const [a, first] of extents.entries()) {
      expect(answer[a]!.lane).toBeLessThan(answer[a]!.lanes);
      for (const [b, second] of extents.entries()) {
        if (a === b || first.top >= second.bottom || second.top >= first.bottom) continue;
        expect(answer[a]!.lane).not.toBe(answer[b]!.lane);
        expect(answer[a]!.lanes).toBe(answer[b]!.lanes);
      }
    }
  }
});
