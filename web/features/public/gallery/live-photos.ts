import type { LivePhoto } from '#core/api/live.ts';
import type { PublicGallery } from '#core/api/public.ts';

/**
 * Adds photos at the end of their sections, and returns the page itself if it has them all. A photo of an unknown section
 * becomes the last one.
 */
export function addPhotos(page: PublicGallery, photos: readonly LivePhoto[]): PublicGallery {
  const known = new Set(page.photos.map(({ id }) => id));
  const added = photos.filter(({ id }) => !known.has(id) && known.add(id));
  if (added.length === 0) return page;
  const sections = page.gallery.sections.map((section) => ({ ...section }));
  const all = [...page.photos];
  for (const { sectionId, ...photo } of added) {
    // Photos without a section are before all sections.
    if (sectionId === null && sections.length > 0 && sections[0]!.id !== null) {
      sections.unshift({ id: null, name: '', photoCount: 0 });
    }
    const at = sections.findIndex(({ id }) => id === sectionId);
    const end = sections.slice(0, at + 1).reduce((sum, { photoCount }) => sum + photoCount, 0);
    all.splice(at < 0 ? all.length : end, 0, photo);
    if (at >= 0) sections[at]!.photoCount += 1;
  }
  return { ...page, gallery: { ...page.gallery, sections, photoCount: all.length }, photos: all };
}

/** True if the page has the section of every photo. */
export function hasSections({ gallery }: PublicGallery, photos: readonly LivePhoto[]): boolean {
  return photos.every(({ sectionId }) => sectionId === null || gallery.sections.some(({ id }) => id === sectionId));
}

/** Returns the photos of `next` that `page` lacks: the index of the first one, -1 without any, and their number. */
export function newPhotos(page: PublicGallery, next: PublicGallery): { first: number; count: number } {
  const known = new Set(page.photos.map(({ id }) => id));
  const isNew = ({ id }: { id: string }) => !known.has(id);
  return { first: next.photos.findIndex(isNew), count: next.photos.filter(isNew).length };
}
