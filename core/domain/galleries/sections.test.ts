import { describe, expect, it } from 'vitest';
import { GALLERY_SORTS, type GallerySort } from './galleries.ts';
import { comparePhotos, type SortablePhoto } from '../photos/photos.ts';
import { groupBySection, compareSections, newSection, sectionChanges, type Section } from './sections.ts';

type Photo = SortablePhoto & { sectionId: string | null };

const section = (id: string, values: Partial<Section> = {}): Section => ({
  id,
  name: id,
  order: 0,
  isVisible: true,
  sortBy: null,
  ...values,
});
const photo = (id: string, sectionId: string | null, values: Partial<Photo> = {}): Photo => ({
  id,
  sectionId,
  filename: `${id}.jpg`,
  capturedAt: null,
  captureOffset: 0,
  uploadedAt: 0,
  order: 0,
  ...values,
});

/** Deterministic pseudo-random numbers: a linear congruential generator. */
function dealer(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A random gallery with every kind of tie, photos of unknown sections, and sections without photos. */
function galleryOf(seed: number): { photos: Photo[]; sections: Section[]; sortBy: GallerySort } {
  const deal = dealer(seed);
  const sections = Array.from({ length: deal(6) }, (_, index) =>
    section(`section${index}`, { order: deal(4), sortBy: [null, ...GALLERY_SORTS][deal(4)]! }),
  );
  const sectionIds = [null, 'gone', ...sections.map(({ id }) => id)];
  const photos = Array.from({ length: deal(60) }, (_, index) =>
    photo(`photo${index}`, sectionIds[deal(sectionIds.length)]!, {
      filename: `IMG_${deal(12)}.jpg`,
      capturedAt: deal(3) === 0 ? null : deal(4) * 1000,
      captureOffset: deal(3),
      uploadedAt: deal(4) * 1000,
      order: deal(5),
    }),
  );
  return { photos, sections, sortBy: GALLERY_SORTS[deal(3)]! };
}

describe('groupBySection', () => {
  it.each(Array.from({ length: 200 }, (_, seed) => seed))(
    'contains every photo once, in its section (gallery %i)',
    (seed) => {
      const { photos, sections, sortBy } = galleryOf(seed);
      const before = structuredClone({ photos, sections });
      const groups = groupBySection(photos, sections, sortBy);
      expect({ photos, sections }, 'nothing given is changed').toEqual(before);

      expect(groups.map((group) => group.section)).toEqual([null, ...sections.toSorted(compareSections)]);
      const all = groups.flatMap((group) => group.photos);
      expect(all.toSorted(byId)).toEqual(photos.toSorted(byId));
      const known = new Set<string | null>(sections.map(({ id }) => id));
      for (const group of groups) {
        const own = group.section?.id ?? null;
        for (const { sectionId } of group.photos) expect(known.has(sectionId) ? sectionId : null).toBe(own);
        const compare = comparePhotos(group.section?.sortBy ?? sortBy);
        for (const [index, each] of group.photos.slice(1).entries())
          expect(compare(group.photos[index]!, each)).toBeLessThan(0);
      }
      expect(groupBySection(photos.toReversed(), sections.toReversed(), sortBy), 'however they came').toEqual(groups);
    },
  );

  it('returns one group for a gallery without sections', () => {
    const photos = [photo('b', null), photo('a', 'gone')];
    expect(groupBySection(photos, [], 'filename')).toEqual([{ section: null, photos: [photos[1], photos[0]] }]);
  });

  it('sorts each section by its own order', () => {
    const sections = [section('late', { order: 2, sortBy: 'manual' }), section('early', { order: 1 })];
    const photos = [
      photo('a', 'late', { order: 2 }),
      photo('b', 'late', { order: 1 }),
      photo('c', 'early', { capturedAt: 5000, captureOffset: 10 }),
      photo('d', 'early', { capturedAt: 6000 }),
    ];
    const ids = groupBySection(photos, sections, 'captured_at').map((group) => group.photos.map(({ id }) => id));
    expect(ids).toEqual([[], ['d', 'c'], ['b', 'a']]);
  });
});

const byId = (a: Photo, b: Photo) => (a.id < b.id ? -1 : 1);

describe('a section', () => {
  const fields = { id: '0'.repeat(20), galleryId: '0'.repeat(26), name: ' Party ', order: 1.5 };

  it('trims its name', () => {
    expect(newSection.parse(fields)).toEqual({ ...fields, name: 'Party' });
    expect(sectionChanges.parse({ sortBy: null, isVisible: false })).toEqual({ sortBy: null, isVisible: false });
  });

  it.each([
    { name: '   ' },
    { name: 'x'.repeat(121) },
    { name: 'a\u0000b' },
    { order: Infinity },
    { order: NaN },
    { sortBy: 'name' },
    { isVisible: 1 },
    { accountId: '0'.repeat(10) },
  ])('refuses %j', (wrong) => {
    expect(newSection.safeParse({ ...fields, ...wrong }).success).toBe(false);
  });
});
