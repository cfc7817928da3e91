import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { photoAfterKey } from '#web/lib/photo-grid/justified-rows.ts';
import type { SectionsLayout } from './sections-layout.ts';
import type { PhotoRow } from './types.ts';

/** The bars at the window's edges, pixels: what is brought into sight must not end up beneath them. */
const ROOM_ABOVE_PX = 80;
const ROOM_BELOW_PX = 72;

interface GridFocusOptions {
  root: RefObject<HTMLElement | null>;
  layout: SectionsLayout;
  photos: readonly PhotoRow[];
  indexOf: ReadonlyMap<string, number>;
  /** The arrow keys have led from one to the other with Shift held. */
  onExtend: (from: PhotoRow, to: PhotoRow) => void;
}

/** The grid's one stop of the Tab key, and how the arrow keys move it. It belongs to a photo, wherever that lies. */
export function useGridFocus({ root, layout, photos, indexOf, onExtend }: GridFocusOptions) {
  const [currentId, setCurrentId] = useState<string | null>(null);
  const current = indexOf.get(currentId ?? '') ?? 0;
  const wanted = useRef<string | null>(null);

  const reveal = (top: number, height: number) => {
    const box = root.current?.getBoundingClientRect();
    if (!box) return;
    const above = box.top + top - ROOM_ABOVE_PX;
    const below = box.top + top + height + ROOM_BELOW_PX - innerHeight;
    if (above < 0 || below > 0) window.scrollBy({ top: above < 0 ? above : below, behavior: 'instant' });
  };
  const focusPhoto = (id: string) => {
    wanted.current = id;
    setCurrentId(id);
  };
  // Once the photo is in the document, and at its new place.
  useLayoutEffect(() => {
    if (wanted.current !== currentId || currentId === null) return;
    const tile = layout.tiles[current];
    const element = root.current?.querySelector<HTMLElement>(`[data-index="${current}"]`);
    if (!tile || !element) return;
    wanted.current = null;
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
