import type { QueryRowType } from '@rocicorp/zero';
import type { GallerySort } from '#core/domain/galleries/galleries.ts';
import { groupBySection } from '#core/domain/galleries/sections.ts';
import type { queries } from '#core/zero/queries.ts';
import type { DropPosition } from './reorder/drop-positions.ts';
import type { PhotoRow } from './types.ts';

export type SectionRow = QueryRowType<typeof queries.galleries.sections>;

/** A section of the grid; `section` is null for photos without a section. */
export interface PhotoSection {
  section: SectionRow | null;
  /** All photos in order, shown or not. */
  all: readonly PhotoRow[];
  /** Photos that match the filter. */
  photos: readonly PhotoRow[];
}

/**
 * Returns the gallery's sections with all their photos. Keeps empty sections as drop targets. Photos without a section
 * form one only if there are any.
 */
export function photoSections(
  rows: readonly PhotoRow[],
  sections: readonly SectionRow[],
  sortBy: GallerySort,
): readonly PhotoSection[] {
  return groupBySection(rows, sections, sortBy)
    .map(({ section, photos }) => ({ section, all: photos, photos }))
    .filter(({ section, photos }) => section !== null || photos.length > 0);
}

/** Applies a filter and omits the sections it empties. */
export function filterSections(
  sections: readonly PhotoSection[],
  shows: ((photo: PhotoRow) => boolean) | null,
): readonly PhotoSection[] {
  if (!shows) return sections;
  return sections
    .map((photoSection) => ({ ...photoSection, photos: photoSection.all.filter(shows) }))
    .filter(({ photos }) => photos.length > 0);
}

/** Returns the one section that contains all photos; undefined if there are several. */
export function commonSection(
  sections: readonly PhotoSection[],
  photos: readonly PhotoRow[],
): PhotoSection | undefined {
  const [first] = photos;
  if (!first || photos.some(({ sectionId }) => sectionId !== first.sectionId)) return undefined;
  return sections.find((photoSection) => getSectionId(photoSection) === first.sectionId);
}

export const getSectionId = ({ section }: PhotoSection): string | null => section?.id ?? null;

/** Returns the sort order of a section: its own or the gallery's. */
export function effectiveSort({ section }: PhotoSection, gallery: { sortBy: GallerySort }): GallerySort {
  return section?.sortBy ?? gallery.sortBy;
}

export interface Placement {
  sectionId: string | null;
  /** Id of the photo they are moved before; null for the end. */
  before: string | null;
}

/**
 * Converts a position among the shown photos into one among all photos of a section. Skips the `moved` photos as
 * neighbours. Photos that the filter hides stay behind the photo they follow.
 */
export function placementAt(
  sections: readonly PhotoSection[],
  slot: DropPosition,
  first: number,
  moved: ReadonlySet<string>,
): Placement | null {
  const photoSection = sections[slot.section];
  if (!photoSection) return null;
  const stays = ({ id }: PhotoRow) => !moved.has(id);
  const at = slot.index - first;
  const next = photoSection.photos.slice(at).find(stays);
  if (next) return { sectionId: getSectionId(photoSection), before: next.id };
  const previous = photoSection.photos.slice(0, at).findLast(stays);
  const from = previous ? photoSection.all.indexOf(previous) + 1 : photoSection.all.length;
  return { sectionId: getSectionId(photoSection), before: photoSection.all.slice(from).find(stays)?.id ?? null };
}

/** Returns true if the photos are already there, in that order. */
export function isInPosition(sections: readonly PhotoSection[], ids: readonly string[], placement: Placement): boolean {
  const photoSection = sections.find((candidate) => getSectionId(candidate) === placement.sectionId);
  if (!photoSection) return false;
  const order = photoSection.all.map(({ id }) => id);
  const at = order.indexOf(ids[0] ?? '');
  const follows = order[at + ids.length] ?? null;
  return at >= 0 && follows === placement.before && ids.every((id, index) => order[at + index] === id);
}
