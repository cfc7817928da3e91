import { expect, test } from 'vitest';
import { attentionOf } from './attention.ts';
import type { HomeGallery } from './places.ts';

const NOW = Date.UTC(2026, 10, 21);
const DAY = 86_400_000;

function gallery(id: string, over: object): HomeGallery {
  return { id, status: 'published', expiresAt: null, stats: { failedCount: 0, readyCount: 3 }, ...over } as HomeGallery;
}

test('failures come first, then what closes next, then what is not published', () => {
  const items = attentionOf(
    [
      gallery('draft', { status: 'draft' }),
      gallery('later', { expiresAt: NOW + 6 * DAY }),
      gallery('sooner', { expiresAt: NOW + DAY }),
      gallery('broken', { stats: { failedCount: 2, readyCount: 1 } }),
    ],
    NOW,
  );
  expect(items.map(({ gallery: { id }, reason }) => [id, reason.kind])).toEqual([
    ['broken', 'failed'],
    ['sooner', 'closing'],
    ['later', 'closing'],
    ['draft', 'unpublished'],
  ]);
});

test.each([
  ['closed already', { expiresAt: NOW }],
  ['closes in eight days', { expiresAt: NOW + 8 * DAY }],
  ['never closes', { expiresAt: null }],
  ['hidden', { status: 'hidden', expiresAt: NOW + DAY }],
  ['an empty draft', { status: 'draft', stats: { failedCount: 0, readyCount: 0 } }],
])('says nothing of a gallery that is %s', (_what, over) => {
  expect(attentionOf([gallery('a', over)], NOW)).toEqual([]);
});
