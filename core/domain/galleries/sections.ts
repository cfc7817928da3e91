import { z } from 'zod';
import { gallerySort, type GallerySort } from './galleries.ts';
import { galleryId, rowId } from '../values/ids.ts';
import { comparePhotos, type SortablePhoto } from '../photos/photos.ts';
import { line, translations } from '../values/primitives.ts';
import type { Translations } from '../values/translations.ts';

/** Maximum number of sections per gallery. */
export const MAX_SECTIONS = 100;

export const sectionName = line.min(1).max(120);

export const newSection = z.strictObject({
  id: rowId,
  galleryId,
  name: sectionName,
  order: z.number().finite(),
  isVisible: z.boolean().optional(),
  /** Null: the gallery's sort order. */
  sortBy: gallerySort.nullable().optional(),
  translations: translations.optional(),
});

export const sectionChanges = z
  .strictObject({ name: sectionName, isVisible: z.boolean(), sortBy: gallerySort.nullable(), translations })
  .partial();

export interface Section {
  id: string;
  name: string;
  order: number;
  isVisible: boolean;
  sortBy: GallerySort | null;
  translations?: Translations;
}

export function compareSections(a: Pick<Section, 'id' | 'order'>, b: Pick<Section, 'id' | 'order'>): number {
  return a.order - b.order || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Sorted photos of one section; `section` is null for photos without one, which come first. */
export interface SectionPhotos<P, S> {
  section: S | null;
  photos: P[];
}

/**
 * Returns a gallery's photos by section: first those without a section, then each section in its order with its own
 * sort. Includes sections without photos. Photos of an unknown section count as without one.
 */
export function groupBySection<P extends SortablePhoto & { sectionId: string | null }, S extends Section>(
  photos: readonly P[],
  sections: readonly S[],
  sortBy: GallerySort,
): SectionPhotos<P, S>[] {
  const bySection = new Map<string | null, P[]>([[null, []], ...sections.map(({ id }) => [id, []] as [string, P[]])]);
  for (const photo of photos) (bySection.get(photo.sectionId) ?? bySection.get(null))?.push(photo);
  const groups = [null, ...sections.toSorted(compareSections)];
  return groups.map((section) => ({
    section,
    photos: (bySection.get(section?.id ?? null) ?? []).sort(comparePhotos(section?.sortBy ?? sortBy)),
  }));
}
