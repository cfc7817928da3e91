import type { Segment } from './day-columns.ts';

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
