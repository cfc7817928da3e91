import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { photoAfterKey } from '#web/lib/photo-grid/justified-rows.ts';
import type { SectionsLayout } from './sections-layout.ts';
import type { PhotoRow } from './types.ts';

/** Heights of the bars at the window's edges, pixels. Scrolling must not leave a tile below them. */
const ROOM_ABOVE_PX = 80;
const ROOM_BELOW_PX = 72;

interface GridFocusOptions {
  root: RefObject<HTMLElement | null>;
  layout: SectionsLayout;
  photos: readonly PhotoRow[];
  indexOf: ReadonlyMap<string, number>;
  /** Called when an arrow key with Shift moved the focus. */
  onExtend: (from: PhotoRow, to: PhotoRow) => void;
}

/**
 * Roving tab index of the grid: one tile is in the Tab order, and arrow keys move it. Bound to a photo, not to a
 * position.
 */
export function useGridFocus({ root, layout, photos, indexOf, onExtend }: GridFocusOptions) {
  const [currentId, setCurrentId] = useState<string | null>(null);
  const current = indexOf.get(currentId ?? '') ?? 0;
  const focusTarget = useRef<string | null>(null);

  const reveal = (top: number, height: number) => {
    const box = root.current?.getBoundingClientRect();
    if (!box) return;
    const above = box.top + top - ROOM_ABOVE_PX;
    const below = box.top + top + height + ROOM_BELOW_PX - innerHeight;
    if (above < 0 || below > 0) window.scrollBy({ top: above < 0 ? above : below, behavior: 'instant' });
  };
  const focusPhoto = (id: string) => {
    focusTarget.current = id;
    setCurrentId(id);
  };
  // Run after the photo is rendered at its new position.
  useLayoutEffect(() => {
    if (focusTarget.current !== currentId || currentId === null) return;
    const tile = layout.tiles[current];
    const element = root.current?.querySelector<HTMLElement>(`[data-index="${current}"]`);
    if (!tile || !element) return;
    focusTarget.current = null;
    reveal(tile.top, tile.height);
    element.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const next = photoAfterKey(layout, current, event.key);
    const [from, to] = [photos[current], next === null ? undefined : photos[next]];
    if (!from || !to) return;
    event.preventDefault();
    focusPhoto(to.id);
    if (event.shiftKey) onExtend(from, to);
  };
  return { current, setCurrentId, focusPhoto, reveal, onKeyDown };
}
