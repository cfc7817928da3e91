import type { KeyboardEvent } from 'react';
import type { ReorderStore } from './arranging.ts';
import { sectionAtIndex, type SectionsLayout } from './chapters-layout.ts';
import { dropPositionAfterKey } from './slots.ts';

interface KeyboardReorderOptions {
  store: ReorderStore;
  layout: SectionsLayout;
  enabled: boolean;
  /** Brings a stretch of the grid into the window; pixels from the grid's top. */
  reveal: (top: number, height: number) => void;
  onDrop: () => void;
}

/** M lifts, arrows move the place, Enter drops, Escape leaves everything as it was. */
export function useKeyboardReorder({ store, layout, enabled, reveal, onDrop }: KeyboardReorderOptions) {
  /** @param index where they are lifted from, over all chapters */
  const lift = (ids: readonly string[], index: number) => {
    const chapter = sectionAtIndex(layout, index);
    if (enabled && ids.length > 0 && chapter >= 0) {
      store.set({ ids, slot: { section: chapter, index, behind: false }, point: null });
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const now = store.get();
    if (!now || now.point || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') store.cancel();
    else if (event.key === 'Enter' || event.key === ' ') onDrop();
    else {
      const slot = dropPositionAfterKey(layout, now.slot, event.key);
      if (!slot) return;
      store.set({ ...now, slot });
      const box = layout.sections[slot.section];
      const tile = layout.tiles[slot.behind ? slot.index - 1 : slot.index];
      const within = tile && box && box.count > 0 ? tile : box && { top: box.bodyTop, height: box.end - box.bodyTop };
      if (within) reveal(within.top, within.height);
    }
  };
  return { lift, onKeyDown };
}
