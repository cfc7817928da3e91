import type { Segment } from './day-layout.ts';
import { moveByStep, moveToDay, resizeByStep } from './drag-math.ts';
import type { ScheduleSpan } from './types.ts';

/**
 * Returns the span of the dragged item after an arrow key: sideways by days, up and down by quarters of an hour; with
 * Shift its end.
 */
export function dragAfterKey(
  span: ScheduleSpan,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  zone: string,
): ScheduleSpan | null {
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const by = key === 'ArrowUp' ? -1 : 1;
    return shiftKey ? resizeByStep(span, by, zone) : moveByStep(span, by, zone);
  }
  if (shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return null;
  return moveToDay(span, key === 'ArrowLeft' ? -1 : 1, zone);
}

/**
 * Returns the item that an arrow key moves to: the previous or next of the same day for up and down, the nearest in
 * time on the next day with items for left and right. Null for other keys and at the ends.
 */
export function itemAfterKey(columns: readonly Segment[][], from: string, key: string): string | null {
  const column = columns.findIndex((segments) => segments.some(({ item }) => item.id === from));
  const segments = columns[column] ?? [];
  const at = segments.findIndex(({ item }) => item.id === from);
  const segment = segments[at];
  if (!segment) return null;
  if (key === 'ArrowUp') return segments[at - 1]?.item.id ?? null;
  if (key === 'ArrowDown') return segments[at + 1]?.item.id ?? null;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  const others = key === 'ArrowLeft' ? columns.slice(0, column).toReversed() : columns.slice(column + 1);
  const [nearest] = (others.find((day) => day.some(({ item }) => item.id !== from)) ?? [])
    .filter(({ item }) => item.id !== from)
    .sort((a, b) => Math.abs(a.top - segment.top) - Math.abs(b.top - segment.top));
  return nearest?.item.id ?? null;
}
/** A cell of the grid of slots: column of the day and row. */
export interface Slot {
  column: number;
  row: number;
}

/** Minutes of a slot. */
export const SLOT_MINUTES = 30;
export const SLOT_ROWS = (24 * 60) / SLOT_MINUTES;

/**
 * Returns the slot that an arrow key moves to; null for other keys and at the top and the bottom. The column may be off
 * the days shown.
 */
export function slotAfterKey({ column, row }: Slot, key: string): Slot | null {
  const to = {
    ArrowUp: { column, row: row - 1 },
    ArrowDown: { column, row: row + 1 },
    ArrowLeft: { column: column - 1, row },
    ArrowRight: { column: column + 1, row },
  }[key];
  return to && to.row >= 0 && to.row < SLOT_ROWS ? to : null;
}
