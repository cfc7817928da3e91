import { expect, it } from 'vitest';
import { gridStep } from './tile-grid.tsx';
import { publicFirst, searchGalleries } from './public-galleries.ts';

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowDown', 1, 4],
  ['ArrowDown', 5, null],
  ['ArrowUp', 1, null],
  ['ArrowUp', 4, 1],
  ['Home', 4, 0],
  ['End', 0, 6],
  ['Enter', 0, null],
])('%s leads from tile %i of seven in three columns to %s', (key, from, to) =>
  expect(gridStep(key, from, 7, 3)).toBe(to),
);

const gallery = (name: string, fields = {}) => ({
  name,
  status: 'published' as const,
  visibility: 'public' as const,
  expiresAt: null,
  ...fields,
});

it('lists public galleries first, and keeps the order otherwise', () => {
  const galleries = [
    gallery('draft', { status: 'draft' }),
    gallery('a'),
    gallery('invite', { visibility: 'invite' }),
    gallery('expired', { expiresAt: 1 }),
    gallery('b'),
  ];
  expect(publicFirst(galleries, 2).map(({ name }) => name)).toEqual(['a', 'b', 'draft', 'invite', 'expired']);
});

it('finds galleries by every word in name or client', () => {
  const galleries = [
    { name: 'Boda', customer: { name: 'Núria Vila' } },
    { name: 'Vila', customer: undefined },
  ];
  expect(searchGalleries(galleries, 'vila nuria').map(({ name }) => name)).toEqual(['Boda']);
  expect(searchGalleries(galleries, 'VILA')).toHaveLength(2);
});
