import {
  type GridLayout,
  type GridOptions,
  layoutRows,
  MAX_GRID_HEIGHT,
  smaller,
} from '#web/lib/photo-grid/justified-rows.ts';
import type { GallerySection } from '../photos/sections.ts';

/** Position of a section's heading, in pixels from the top of the grid. */
export interface Heading {
  section: GallerySection;
  top: number;
  height: number;
}

interface SectionLayout extends GridLayout {
  headings: readonly Heading[];
}

/** Height of a heading in pixels: two lines of a long name, and space above. */
const HEADING = { phone: 104, desk: 136 };
const PHONE_WIDTH = 640;

/**
 * Lays out the sections in justified rows, each below its heading. Sections that extend beyond the loaded photos are
 * laid out as far as photos are loaded.
 * @param ratios width divided by height of each photo
 */
export function layoutSections(
  sections: readonly GallerySection[],
  ratios: readonly number[],
  options: GridOptions,
): SectionLayout {
  const layout = stack(sections, ratios, options);
  if (layout.height <= MAX_GRID_HEIGHT || options.rowHeight <= 1) return layout;
  // As in layoutRows: reduce the row height if the grid exceeds the height that browsers can show.
  return layoutSections(sections, ratios, smaller(options));
}

function stack(sections: readonly GallerySection[], ratios: readonly number[], options: GridOptions): SectionLayout {
  const headingHeight = options.width < PHONE_WIDTH ? HEADING.phone : HEADING.desk;
  const layout = { rows: [] as GridLayout['rows'][number][], tiles: [] as GridLayout['tiles'][number][] };
  const headings: Heading[] = [];
  let top = 0;
  if (options.width <= 0) return { ...layout, headings, height: 0 };
  for (const section of sections) {
    const { first, count } = section;
    const part = layoutRows(ratios.slice(first, first + count), options);
    if (part.tiles.length === 0) break;
    if (section.id !== null && section.name) {
      headings.push({ section, top, height: headingHeight });
      top += headingHeight;
    }
    // Moves the part's own objects: copies of 5,000 would double the time.
    for (const row of part.rows) {
      row.top += top;
      row.first += first;
      layout.rows.push(row);
    }
    for (const tile of part.tiles) {
      tile.top += top;
      tile.index += first;
      layout.tiles.push(tile);
    }
    top += part.height + options.gap;
  }
  return { ...layout, headings, height: Math.max(0, top - options.gap), inColumns: options.columns !== undefined };
}

/** Returns the heading of the section at `y` pixels; null above the first one. */
export function headingAt(headings: readonly Heading[], y: number): Heading | null {
  return headings.findLast(({ top }) => top <= y) ?? null;
}

/**
 * Returns a length of the grid as CSS.
 * @param scale percent of the grid's width for each pixel, while that width is only assumed; null in pixels
 */
export function scaled(px: number, scale: number | null): string {
  return scale === null ? `${px}px` : `${(px * scale).toFixed(3)}cqw`;
}
