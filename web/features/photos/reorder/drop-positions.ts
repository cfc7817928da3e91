import { rowAt } from '#web/lib/photo-grid/justified-rows.ts';
import type { SectionsLayout } from '../sections-layout.ts';

/** A position between photos: before the one at `index`, or at the end of its section. */
export interface DropPosition {
  section: number;
  /** Index over all sections; `first + count` of the section is its end. */
  index: number;
  /** True: shown at the end of a row, after the previous photo, instead of at the start of the next row. */
  behind: boolean;
}

/** Position of the line between photos, pixels from the top left of the grid. */
interface DropLine {
  left: number;
  top: number;
  height: number;
}

/** Returns the drop position at a point of the grid, in pixels; null before anything is laid out. */
export function dropPositionAt(layout: SectionsLayout, x: number, y: number): DropPosition | null {
  const { sections } = layout;
  const below = sections.findIndex(({ end }) => y <= end);
  const section = below < 0 ? sections.length - 1 : below;
  const box = sections[section];
  if (!box) return null;
  if (box.count === 0 || y < box.bodyTop) return { section, index: box.first, behind: false };
  const row = layout.rows[Math.min(rowAt(layout.rows, Math.min(y, box.end)), layout.rows.length - 1)];
  if (!row) return null;
  for (let index = row.first; index < row.first + row.count; index += 1) {
    const tile = layout.tiles[index];
    if (tile && x < tile.left + tile.width / 2) return { section, index, behind: false };
  }
  return { section, index: row.first + row.count, behind: true };
}

/**
 * Returns the line of a drop position; null if there is none.
 * @param gap pixels between photos
 */
export function dropLine(
  layout: SectionsLayout,
  { section, index, behind }: DropPosition,
  gap: number,
): DropLine | null {
  const box = layout.sections[section];
  if (!box) return null;
  if (box.count === 0) return { left: 0, top: box.bodyTop, height: box.end - box.bodyTop };
  const isLast = behind || index >= box.first + box.count;
  const tile = layout.tiles[isLast ? index - 1 : index];
  if (!tile) return null;
  return { left: isLast ? tile.left + tile.width + gap / 2 : tile.left - gap / 2, top: tile.top, height: tile.height };
}

/** Returns the position that a key moves to; null for other keys and at the ends. */
export function dropPositionAfterKey(layout: SectionsLayout, slot: DropPosition, key: string): DropPosition | null {
  const box = layout.sections[slot.section];
  if (!box) return null;
  const end = box.first + box.count;
  if (key === 'Home') return { ...slot, index: box.first, behind: false };
  if (key === 'End') return { ...slot, index: end, behind: true };
  if (key === 'ArrowRight') {
    return slot.index < end ? inSection(slot, slot.index + 1, end) : startOf(layout, slot.section + 1);
  }
  if (key === 'ArrowLeft') {
    return slot.index > box.first ? inSection(slot, slot.index - 1, end) : endOf(layout, slot.section - 1);
  }
  if (key === 'ArrowDown' || key === 'ArrowUp') return inNextRow(layout, slot, key === 'ArrowDown' ? 1 : -1);
  return null;
}

function inSection(slot: DropPosition, index: number, end: number): DropPosition {
  return { section: slot.section, index, behind: index === end };
}

function startOf({ sections }: SectionsLayout, section: number): DropPosition | null {
  const box = sections[section];
  return box ? { section, index: box.first, behind: false } : null;
}

function endOf({ sections }: SectionsLayout, section: number): DropPosition | null {
  const box = sections[section];
  return box ? { section, index: box.first + box.count, behind: box.count > 0 } : null;
}

function inNextRow(layout: SectionsLayout, slot: DropPosition, step: 1 | -1): DropPosition | null {
  const line = dropLine(layout, slot, 0);
  const row = line && layout.rows[rowAt(layout.rows, line.top + line.height / 2) + step];
  // Half a pixel to the left: on the border between two photos of the row below, choose the left one.
  return row ? dropPositionAt(layout, line.left - 0.5, row.top + row.height / 2) : null;
}
