import type { QueryRowType } from '@rocicorp/zero';
import type { GallerySort } from '#core/domain/galleries.ts';
import { groupBySection } from '#core/domain/sections.ts';
import type { queries } from '#core/zero/queries.ts';
import type { DropPosition } from './reorder/drop-positions.ts';
import type { PhotoRow } from './types.ts';

export type SectionRow = QueryRowType<typeof queries.galleries.sections>;

/** A section as the grid has it; `section` is null for the photos that belong to none. */
export interface PhotoSection {
  section: SectionRow | null;
  /** In their order, whether shown or not. */
  all: readonly PhotoRow[];
  /** What the filter leaves of them. */
  photos: readonly PhotoRow[];
}

/**
 * The gallery's chapters with everything in them. Sections without photos stay, to be dropped into; the photos of no
 * section are a chapter only while there are some.
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

/** What a filter leaves, without the chapters it empties. */
export function filterSections(
  chapters: readonly PhotoSection[],
  shows: ((photo: PhotoRow) => boolean) | null,
): readonly PhotoSection[] {
  if (!shows) return chapters;
  return chapters
    .map((chapter) => ({ ...chapter, photos: chapter.all.filter(shows) }))
    .filter(({ photos }) => photos.length > 0);
}

/** The one chapter that all of them lie in. */
export function commonSection(
  chapters: readonly PhotoSection[],
  photos: readonly PhotoRow[],
): PhotoSection | undefined {
  const [first] = photos;
  if (!first || photos.some(({ sectionId }) => sectionId !== first.sectionId)) return undefined;
  return chapters.find((chapter) => getSectionId(chapter) === first.sectionId);
}

export const getSectionId = ({ section }: PhotoSection): string | null => section?.id ?? null;

/** How a chapter is sorted, by its own word or the gallery's. */
export function effectiveSort({ section }: PhotoSection, gallery: { sortBy: GallerySort }): GallerySort {
  return section?.sortBy ?? gallery.sortBy;
}

export interface Placement {
  sectionId: string | null;
  /** The photo that they come before; null for the end. */
  before: string | null;
}

/**
 * What a slot among the shown photos means for all of a chapter's. `moved` themselves are no neighbours; what the
 * filter hides stays behind the photo that it follows.
 */
export function placementAt(
  chapters: readonly PhotoSection[],
  slot: DropPosition,
  first: number,
  moved: ReadonlySet<string>,
): Placement | null {
  const chapter = chapters[slot.section];
  if (!chapter) return null;
  const stays = ({ id }: PhotoRow) => !moved.has(id);
  const at = slot.index - first;
  const next = chapter.photos.slice(at).find(stays);
  if (next) return { sectionId: getSectionId(chapter), before: next.id };
  const previous = chapter.photos.slice(0, at).findLast(stays);
  const from = previous ? chapter.all.indexOf(previous) + 1 : chapter.all.length;
  return { sectionId: getSectionId(chapter), before: chapter.all.slice(from).find(stays)?.id ?? null };
}

/** Whether the photos lie there already, in that order. */
export function isAlreadyPlaced(
  chapters: readonly PhotoSection[],
  ids: readonly string[],
  placement: Placement,
): boolean {
  const chapter = chapters.find((candidate) => getSectionId(candidate) === placement.sectionId);
  if (!chapter) return false;
  const order = chapter.all.map(({ id }) => id);
  const at = order.indexOf(ids[0] ?? '');
  const follows = order[at + ids.length] ?? null;
  return at >= 0 && follows === placement.before && ids.every((id, index) => order[at + index] === id);
}
