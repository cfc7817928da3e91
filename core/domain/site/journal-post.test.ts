import { describe, expect, it } from 'vitest';
import { journalPost, MAX_POST_PHOTOS, type PostSources } from './journal-post.ts';
import { pageRows, photoIdsOf } from './page-rows.ts';
import { isPathOf, pageMeta } from './pages.ts';

const id = (number: number) => String(number).padStart(20, '0');
const GALLERY = '0'.repeat(26);
const gallery = {
  id: GALLERY,
  name: 'Núria & Pau',
  description: 'A day by the sea.\n\nAnd a long night.',
  date: Date.UTC(2026, 5, 20),
  publishedAt: Date.UTC(2026, 6, 1),
  coverPhotoId: null,
};

function sources(values: Partial<PostSources> = {}): PostSources {
  let made = 1000;
  return { photoIds: [], views: new Map(), taken: new Set(), now: 5, makeId: () => id(made++), ...values };
}
const photoIds = Array.from({ length: 100 }, (_, index) => id(index));

describe('journalPost', () => {
  it('is a valid page with the gallery’s words, cover, photos and a link', () => {
    const { rows, ...meta } = journalPost(gallery, sources({ photoIds: photoIds.slice(0, 3) }));
    expect(pageMeta.parse({ ...meta, layout: 'default' })).toMatchObject({
      path: 'journal/nuria-pau',
      title: 'Núria & Pau',
      description: 'A day by the sea. And a long night.',
      settings: { kind: 'post', date: gallery.date, photoId: id(0), galleryId: GALLERY },
    });
    expect(isPathOf('post', meta.path)).toBe(true);
    const kinds = pageRows.parse(rows).map(({ cells }) => cells[0]!.blocks[0]!.kind);
    expect(kinds).toEqual(['image', 'text', 'gallery', 'button']);
    expect(photoIdsOf(rows)).toEqual([id(0), id(1), id(2)]);
  });

  it('chooses the most viewed photos, then others spread over the gallery, in its order', () => {
    const views = new Map([
      [id(98), 9],
      [id(3), 4],
      [id(50), 0],
    ]);
    const chosen = photoIdsOf(journalPost(gallery, sources({ photoIds, views })).rows).slice(1);
    expect(chosen).toHaveLength(MAX_POST_PHOTOS);
    expect(chosen).toEqual(chosen.toSorted());
    expect(chosen).toEqual(expect.arrayContaining([id(98), id(3)]));
    expect(chosen.filter((one) => one > id(75)).length).toBeGreaterThan(4);
    const many = new Map(photoIds.map((one, index) => [one, index]));
    const top = photoIdsOf(journalPost(gallery, sources({ photoIds, views: many })).rows).slice(1);
    expect(top).toEqual(photoIds.slice(-MAX_POST_PHOTOS));
  });

  it('takes the chosen cover, a free path and a date that it has', () => {
    const taken = new Set(['journal/nuria-pau', 'journal/nuria-pau-2']);
    const bare = { ...gallery, date: null, description: '', coverPhotoId: id(7) };
    expect(journalPost(bare, sources({ taken, photoIds }))).toMatchObject({
      path: 'journal/nuria-pau-3',
      description: '',
      settings: { photoId: id(7), date: gallery.publishedAt },
    });
    const empty = journalPost({ ...bare, name: '日本', publishedAt: null, coverPhotoId: null }, sources());
    expect(empty).toMatchObject({ path: 'journal/post', settings: { date: 5, photoId: null } });
    expect(pageRows.parse(empty.rows)).toHaveLength(1);
  });
});
