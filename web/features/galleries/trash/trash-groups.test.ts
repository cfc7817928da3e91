import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { daysLeft, groupTrashedPhotos } from './trash-groups.tsx';

const zone = 'Europe/Madrid';
const at = (text: string) => Date.parse(text);

describe('daysLeft', () => {
  it('returns thirty on the day of deletion, one on the last, then zero', () => {
    expect(daysLeft(1000, 1000)).toBe(30);
    expect(daysLeft(60_000, 1000)).toBe(30);
    expect(daysLeft(1000, 1000 + 29 * DAY_MS + 1)).toBe(1);
    expect(daysLeft(1000, 1000 + 30 * DAY_MS)).toBe(0);
    expect(daysLeft(1000, 1000 + 40 * DAY_MS)).toBe(0);
  });
});

describe('groupTrashedPhotos', () => {
  const photo = (id: string, galleryId: string, deletedAt: string) => ({ id, galleryId, deletedAt: at(deletedAt) });

  it('groups photos by gallery and day in the studio’s zone, in order', () => {
    const groups = groupTrashedPhotos(
      [
        photo('d', 'ana', '2026-11-20T23:30:00Z'),
        photo('c', 'pau', '2026-11-20T22:00:00Z'),
        photo('b', 'ana', '2026-11-20T22:30:00Z'),
        photo('a', 'ana', '2026-11-20T10:00:00Z'),
      ],
      zone,
    );
    // 23:30 in London is the next day in Madrid.
    expect(groups.map(({ galleryId, photos }) => [galleryId, photos.map(({ id }) => id)])).toEqual([
      ['ana', ['d']],
      ['pau', ['c']],
      ['ana', ['b', 'a']],
    ]);
  });

  it('uses the first deletion time and skips restored photos', () => {
    const [group] = groupTrashedPhotos(
      [
        photo('b', 'ana', '2026-11-20T12:00:00Z'),
        { id: 'back', galleryId: 'ana', deletedAt: null },
        photo('a', 'ana', '2026-11-20T10:00:00Z'),
      ],
      zone,
    );
    expect(group).toMatchObject({ deletedAt: at('2026-11-20T10:00:00Z'), photos: [{ id: 'b' }, { id: 'a' }] });
  });
});
