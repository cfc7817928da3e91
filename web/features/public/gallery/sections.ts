import type { PublicGallery } from '#core/api/public.ts';

/** A stretch of the gallery's photos: a named section, or those before the first one. */
export interface GallerySection {
  /** Null for photos that belong to no section. */
  id: string | null;
  name: string;
  /** Index of its first photo, and how many it holds. */
  first: number;
  count: number;
}

/** How the photos divide. Where the sections say less than there is, the last stretch has no name. */
export function gallerySections({ sections, photoCount }: Pick<PublicGallery['gallery'], 'sections' | 'photoCount'>) {
  const chapters: GallerySection[] = [];
  let first = 0;
  for (const { id, name, photoCount: count } of sections) {
    if (count > 0) chapters.push({ id, name, first, count });
    first += count;
  }
  if (first < photoCount) chapters.push({ id: null, name: '', first, count: photoCount - first });
  return chapters;
}

/** Those with a heading: a place of their own in the page. */
export const namedSections = (chapters: readonly GallerySection[]) =>
  chapters.filter(({ id, name }) => id !== null && name);

/** A section's address is the gallery's with this fragment, which is the id of its heading as well. */
export const sectionAnchor = (sectionId: string) => `section=${sectionId}`;
export const sectionHash = (sectionId: string) => `#${sectionAnchor(sectionId)}`;

/** The section that a fragment names; null for every other fragment. */
export function sectionFromHash(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('section') || null;
}
