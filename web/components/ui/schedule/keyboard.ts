import type { Segment } from './day-layout.ts';
import { moveByStep, moveToDay, resizeByStep } from './drag-math.ts';
import type { ScheduleSpan } from './types.ts';

/** Where an arrow takes what is held: days sideways, quarters of an hour up and down; with Shift its end. */
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
 * The item that an arrow leads to: the one before or after on the same day for up and down, the nearest in time on the
 * next day that has any for left and right. Null for other keys, and where there is none.
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
/** A place in the grid of empty slots: which day, which row. */
export interface Slot {
  column: number;
  row: number;
}

/** Minutes of a slot. */
export const SLOT_MINUTES = 30;
export const SLOT_ROWS = (24 * 60) / SLOT_MINUTES;

/** What an arrow leads to. Null for other keys and at the top and the bottom; sideways it may leave the days shown. */
export function slotAfterKey({ column, row }: Slot, key: string): Slot | null {
  const to = {
    ArrowUp: { column, row: row - 1 },
    ArrowDown: { column, row: row + 1 },
    ArrowLeft: { column: column - 1, row },
    ArrowRight: { column: column + 1, row },
  }[key];
  return to && to.row >= 0 && to.row < SLOT_ROWS ? to : null;
}
