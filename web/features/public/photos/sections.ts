import type { PublicGallery } from '#core/api/public.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { textsIn } from '#core/domain/values/translations.ts';

/** A range of the gallery's photos: a named section, or the photos without one. */
export interface GallerySection {
  /** Null for photos without a section. */
  id: string | null;
  name: string;
  /** Index of the first photo, and number of photos. */
  first: number;
  count: number;
}

/**
 * Divides the photos into sections, with their names in a language. Photos beyond the section counts form a last one
 * without a name.
 */
export function gallerySections(
  { sections, photoCount }: Pick<PublicGallery['gallery'], 'sections' | 'photoCount'>,
  language: Language,
) {
  const result: GallerySection[] = [];
  let first = 0;
  for (const { photoCount: count, ...section } of sections) {
    const { id } = section;
    const { name } = textsIn(section, language);
    if (count > 0) result.push({ id, name, first, count });
    first += count;
  }
  if (first < photoCount) result.push({ id: null, name: '', first, count: photoCount - first });
  return result;
}

/** Returns the sections with a heading. */
export const namedSections = (sections: readonly GallerySection[]) =>
  sections.filter(({ id, name }) => id !== null && name);

/** Returns the URL fragment of a section, which is also the id of its heading. */
export const sectionAnchor = (sectionId: string) => `section=${sectionId}`;
export const sectionHash = (sectionId: string) => `#${sectionAnchor(sectionId)}`;

/** Returns the section id of a fragment; null for any other fragment. */
export function sectionFromHash(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('section') || null;
}
