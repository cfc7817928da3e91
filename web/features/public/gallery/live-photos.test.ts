import { describe, expect, it } from 'vitest';
import type { LivePhoto } from '#core/api/live.ts';
import type { PublicGallery } from '#core/api/public.ts';
import { addPhotos, hasSections, newPhotos } from './live-photos.ts';

/** A page from the ids of its photos by section; `-` is the section without a name. */
function pageOf(sections: Readonly<Record<string, string>>): PublicGallery {
  const photos = Object.values(sections).flatMap((ids) => ids.split('').map((id) => ({ id })));
  const named = Object.entries(sections).map(([id, ids]) => ({
    id: id === '-' ? null : id,
    name: id === '-' ? '' : id,
    photoCount: ids.length,
  }));
  return { gallery: { sections: named, photoCount: photos.length }, photos } as unknown as PublicGallery;
}
const photo = (id: string, sectionId: string | null = null) => ({ id, sectionId }) as LivePhoto;
const idsOf = ({ photos }: PublicGallery) => photos.map(({ id }) => id).join('');
const countsOf = ({ gallery }: PublicGallery) => gallery.sections.map(({ id, photoCount }) => [id, photoCount]);

describe('addPhotos', () => {
  it('adds each photo at the end of its section', () => {
    const next = addPhotos(pageOf({ '-': 'a', church: 'bc', party: 'd' }), [
      photo('x', 'church'),
      photo('y', 'party'),
      photo('z', 'church'),
      photo('w'),
    ]);
    expect(idsOf(next)).toBe('awbcxzdy');
    expect(countsOf(next)).toEqual([
      [null, 2],
      ['church', 4],
      ['party', 2],
    ]);
    expect(next.gallery.photoCount).toBe(8);
    expect(next.photos.every((one) => !('sectionId' in one))).toBe(true);
  });

  it('puts photos without a section before all sections', () => {
    const next = addPhotos(pageOf({ church: 'ab' }), [photo('x'), photo('y')]);
    expect(idsOf(next)).toBe('xyab');
    expect(countsOf(next)).toEqual([
      [null, 2],
      ['church', 2],
    ]);
  });

  it('adds to a gallery without sections, to an empty one, and to an empty section', () => {
    expect(idsOf(addPhotos(pageOf({ '-': 'a' }), [photo('x')]))).toBe('ax');
    const empty = { ...pageOf({}), photos: [] };
    expect(idsOf(addPhotos(empty, [photo('x')]))).toBe('x');
    expect(idsOf(addPhotos(pageOf({ church: '', party: 'a' }), [photo('x', 'church')]))).toBe('xa');
  });

  it('adds no photo twice', () => {
    const page = pageOf({ '-': 'ab' });
    expect(addPhotos(page, [photo('a'), photo('b')])).toBe(page);
    expect(idsOf(addPhotos(page, [photo('x'), photo('x')]))).toBe('abx');
  });

  it('adds a photo of an unknown section as the last one', () => {
    const page = pageOf({ church: 'ab' });
    expect(hasSections(page, [photo('x', 'church'), photo('y')])).toBe(true);
    expect(hasSections(page, [photo('x', 'party')])).toBe(false);
    expect(idsOf(addPhotos(page, [photo('x', 'party')]))).toBe('abx');
  });
});

it('finds the new photos of a page', () => {
  expect(newPhotos(pageOf({ a: 'ab', b: 'c' }), pageOf({ a: 'abx', b: 'cy' }))).toEqual({ first: 2, count: 2 });
  expect(newPhotos(pageOf({ a: 'ab' }), pageOf({ a: 'b' }))).toEqual({ first: -1, count: 0 });
});
