import {
  type GridLayout,
  type GridOptions,
  type GridRow,
  layoutRows,
  type Tile,
} from '#web/lib/photo-grid/justified-rows.ts';

/** Room for one chapter: its heading, then its rows. Pixels from the grid's top. */
export interface SectionBox {
  top: number;
  /** Where the photos begin, below the heading. */
  bodyTop: number;
  end: number;
  /** Index of its first photo over all chapters, and how many it has. */
  first: number;
  count: number;
}

export interface SectionsLayout extends GridLayout {
  sections: readonly SectionBox[];
}

export interface SectionsOptions extends GridOptions {
  /** Height of a heading, of the room that an empty chapter keeps, and of what parts two chapters; pixels. */
  heading: number;
  empty: number;
  between: number;
}

/** What is laid out: proportions of its photos, and whether it has a heading. */
export interface SectionShape {
  ratios: readonly number[];
  headed: boolean;
}

/**
 * Chapters below one another, each in justified rows of its own; photos are counted through all of them. A chapter
 * without photos has a row that holds none, so that it can be found by its place like any other.
 */
export function layoutSections(shapes: readonly SectionShape[], options: SectionsOptions): SectionsLayout {
  const rows: GridRow[] = [];
  const tiles: Tile[] = [];
  const sections: SectionBox[] = [];
  let top = 0;
  if (options.width > 0) {
    for (const [index, { ratios, headed }] of shapes.entries()) {
      if (index > 0) top += options.between;
      const bodyTop = top + (headed ? options.heading : 0);
      const first = tiles.length;
      const body = layoutRows(ratios, options);
      for (const row of body.rows) rows.push({ ...row, top: row.top + bodyTop, first: row.first + first });
      for (const tile of body.tiles) tiles.push({ ...tile, top: tile.top + bodyTop, index: tile.index + first });
      const height = ratios.length === 0 ? options.empty : body.height;
      if (ratios.length === 0) rows.push({ top: bodyTop, height, first, count: 0 });
      sections.push({ top, bodyTop, end: bodyTop + height, first, count: ratios.length });
      top = bodyTop + height;
    }
  }
  return { rows, tiles, sections, height: top };
}

/** The chapter that a photo belongs to, by its index over all. */
export function sectionAtIndex({ sections }: SectionsLayout, index: number): number {
  return sections.findIndex(({ first, count }) => index >= first && index < first + count);
}

/** Chapters [from, until) that photos [first, end) belong to, with empty ones beside them. */
export function sectionsBetween(
  { sections }: SectionsLayout,
  first: number,
  end: number,
): { from: number; until: number } {
  const from = sections.findIndex((box) => box.first + box.count >= first);
  const until = sections.findLastIndex((box) => box.first <= end) + 1;
  return { from: Math.max(0, from), until: Math.max(until, 0) };
}
