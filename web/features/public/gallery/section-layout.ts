import { type GridLayout, type GridOptions, layoutRows, MAX_GRID_HEIGHT } from '#web/lib/photo-grid/justified-rows.ts';
import type { GallerySection } from './sections.ts';

/** Where a section's heading stands; pixels from the grid's top. */
export interface Heading {
  section: GallerySection;
  top: number;
  height: number;
}

export interface SectionLayout extends GridLayout {
  headings: readonly Heading[];
}

/** Room for two lines of a long name, and air above it. */
const HEADING = { phone: 104, desk: 136 };
const PHONE_WIDTH = 640;

/**
 * Section after section in justified rows, each below its heading. Chapters that reach beyond the photos that are there
 * yet are laid out as far as those go.
 * @param ratios width divided by height of each photo
 */
export function layoutSections(
  chapters: readonly GallerySection[],
  ratios: readonly number[],
  options: GridOptions,
): SectionLayout {
  const layout = stack(chapters, ratios, options);
  if (layout.height <= MAX_GRID_HEIGHT || options.rowHeight <= 1) return layout;
  // As in layoutRows: what browsers cannot show that high is shown smaller.
  return layoutSections(chapters, ratios, { ...options, gap: 0, rowHeight: options.rowHeight * 0.7 });
}

function stack(chapters: readonly GallerySection[], ratios: readonly number[], options: GridOptions): SectionLayout {
  const headingHeight = options.width < PHONE_WIDTH ? HEADING.phone : HEADING.desk;
  const layout = { rows: [] as GridLayout['rows'][number][], tiles: [] as GridLayout['tiles'][number][] };
  const headings: Heading[] = [];
  let top = 0;
  if (options.width <= 0) return { ...layout, headings, height: 0 };
  for (const section of chapters) {
    const { first, count } = section;
    const part = layoutRows(ratios.slice(first, first + count), options);
    if (part.tiles.length === 0) break;
    if (section.id !== null && section.name) {
      headings.push({ section, top, height: headingHeight });
      top += headingHeight;
    }
    for (const row of part.rows) layout.rows.push({ ...row, top: row.top + top, first: row.first + first });
    for (const tile of part.tiles) layout.tiles.push({ ...tile, top: tile.top + top, index: tile.index + first });
    top += part.height + options.gap;
  }
  return { ...layout, headings, height: Math.max(0, top - options.gap) };
}

/** The heading below which the stretch at `y` lies; null above the first. */
export function headingAt(headings: readonly Heading[], y: number): Heading | null {
  return headings.findLast(({ top }) => top <= y) ?? null;
}
