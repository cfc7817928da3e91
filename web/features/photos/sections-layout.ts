import {
  type GridLayout,
  type GridOptions,
  type GridRow,
  layoutRows,
  type Tile,
} from '#web/lib/photo-grid/justified-rows.ts';

/** Position of one section: its heading, then its rows. Pixels from the top of the grid. */
export interface SectionBox {
  top: number;
  /** Top of the photos, below the heading. */
  bodyTop: number;
  end: number;
  /** Index of its first photo over all sections, and number of photos. */
  first: number;
  count: number;
}

export interface SectionsLayout extends GridLayout {
  sections: readonly SectionBox[];
}

export interface SectionsOptions extends GridOptions {
  /** Height of a heading, of an empty section and of the space between two sections, pixels. */
  heading: number;
  empty: number;
  between: number;
}

/** A section to lay out: width divided by height of its photos, and whether it has a heading. */
interface SectionShape {
  ratios: readonly number[];
  headed: boolean;
}

/**
 * Lays out sections below one another, each in its own justified rows. Indexes count photos over all sections. A
 * section without photos gets one empty row, so that a position can be found in it too.
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

/** Returns the index of the section that contains a photo; -1 if none does. */
export function sectionAtIndex({ sections }: SectionsLayout, index: number): number {
  return sections.findIndex(({ first, count }) => index >= first && index < first + count);
}

/** Returns the sections [from, until) of the photos [first, end), with adjacent empty ones. */
export function sectionsBetween(
  { sections }: SectionsLayout,
  first: number,
  end: number,
): { from: number; until: number } {
  const from = sections.findIndex((box) => box.first + box.count >= first);
  const until = sections.findLastIndex((box) => box.first <= end) + 1;
  return { from: Math.max(0, from), until: Math.max(until, 0) };
}
