import { describe, expect, it } from 'vitest';
import {
  displayStatus,
  galleryState,
  GALLERY_STATUSES,
  GALLERY_TRANSITIONS,
  GALLERY_UNDO,
  galleryChanges,
  galleryPassword,
  isExpired,
  newGallery,
  TRASH_MS,
} from './galleries.ts';
import { UNDO_WINDOW_MS } from '../values/transitions.ts';

const NOW = Date.UTC(2030, 0, 1);

describe('expiry', () => {
  it.each([
    [null, false],
    [0, false],
    [NOW + 1, false],
    [NOW, true],
    [NOW - 1, true],
  ])('for a gallery that expires at %s is %s', (expiresAt, expired) => {
    expect(isExpired({ expiresAt }, NOW)).toBe(expired);
  });

  it.each(GALLERY_STATUSES)('is displayed for published galleries only: %s', (status) => {
    expect(displayStatus({ status, expiresAt: NOW }, NOW)).toBe(status === 'published' ? 'expired' : status);
    expect(displayStatus({ status, expiresAt: NOW + 1 }, NOW)).toBe(status);
  });
});

describe('the state of a gallery', () => {
  const published = { status: 'published', expiresAt: null, stats: { readyCount: 3 } } as const;
  it.each([
    ['published', {}],
    ['published', { stats: undefined }],
    ['empty', { stats: { readyCount: 0 } }],
    ['expired', { stats: { readyCount: 0 }, expiresAt: NOW }],
    ['draft', { status: 'draft', stats: { readyCount: 0 } }],
    ['hidden', { status: 'hidden', stats: { readyCount: 0 } }],
  ] as const)('is %s with %j', (expected, over) => {
    expect(galleryState({ ...published, ...over }, NOW)).toBe(expected);
  });
});

describe('transitions', () => {
  it('match the decisions', () => {
    expect(GALLERY_TRANSITIONS).toEqual({
      draft: ['published'],
      published: ['hidden'],
      hidden: ['published', 'archived'],
      archived: ['hidden'],
    });
  });

  it('can each be undone, and nothing else can', () => {
    for (const from of GALLERY_STATUSES)
      for (const to of GALLERY_STATUSES)
        expect(GALLERY_UNDO[to].includes(from), `${from} → ${to}`).toBe(GALLERY_TRANSITIONS[from].includes(to));
  });

  it('have an undo window of ten minutes, and trash one of thirty days', () => {
    expect([UNDO_WINDOW_MS, TRASH_MS]).toEqual([600_000, 2_592_000_000]);
  });
});

describe('gallery schemas', () => {
  const id = '0'.repeat(26);

  it.each([
    { name: 'x'.repeat(120) },
    { description: '' },
    { description: 'x'.repeat(4000) },
    { customerId: null },
    { date: Date.UTC(1900, 0, 1) },
    { date: Date.UTC(2100, 0, 1) },
    { date: null },
    { expiresAt: 0 },
    { expiresAt: Date.UTC(2100, 0, 1) },
    { visibility: 'invite' },
    { coverPhotoId: null },
    { sortBy: 'manual' },
    { allowOriginal: false, allowWeb: false },
    {},
  ])('accept %j', (changes) => {
    expect(galleryChanges.safeParse(changes).success).toBe(true);
  });

  it.each([
    { name: 'x'.repeat(121) },
    { name: '\t' },
    { description: 'x'.repeat(4001) },
    { customerId: '' },
    { date: Date.UTC(1900, 0, 1) - 1 },
    { date: Date.UTC(2100, 0, 1) + 1 },
    { date: Number.NaN },
    { date: '2030-01-01' },
    { expiresAt: -1 },
    { expiresAt: null },
    { expiresAt: Infinity },
    { allowWeb: 1 },
    { status: 'draft' },
    { name: 'a\u0000' },
  ])('refuse %j', (changes) => {
    expect(galleryChanges.safeParse(changes).success).toBe(false);
  });

  it('require an id and a name for a new gallery', () => {
    expect(newGallery.parse({ id, name: ' Wedding ' })).toEqual({ id, name: 'Wedding' });
    for (const wrong of [{ id }, { name: 'Wedding' }, { id: '0', name: 'Wedding' }])
      expect(newGallery.safeParse(wrong).success).toBe(false);
  });

  it('accept passwords of 4 to 128 characters, without spaces around them', () => {
    for (const good of ['1234', 'a  b', 'é'.repeat(128)]) expect(galleryPassword.parse(` ${good} `)).toBe(good);
    for (const bad of ['123', '    ', 'x'.repeat(129)]) expect(galleryPassword.safeParse(bad).success).toBe(false);
  });
});
