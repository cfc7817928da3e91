import { type KeyboardEvent, type RefObject, useMemo, useState, useSyncExternalStore } from 'react';
import { sectionAtIndex, type SectionsLayout } from '../sections-layout.ts';
import { type PhotoSection, placementAt } from '../sections.ts';
import { toIds } from '../selection.ts';
import type { PhotoRow } from '../types.ts';
import { dropPositionAfterKey } from './drop-positions.ts';
import { ReorderStore } from './reorder.ts';
import { usePhotoDrag } from './use-photo-drag.ts';
import type { ReorderPhotos } from './use-reorder-mutation.ts';

interface KeyboardReorderOptions {
  store: ReorderStore;
  layout: SectionsLayout;
  enabled: boolean;
  /** Scrolls a range of the grid into the window; pixels from the top of the grid. */
  reveal: (top: number, height: number) => void;
  onDrop: () => void;
}

/** Moves photos by keyboard: M lifts, arrow keys move, Enter drops, Escape cancels. */
function useKeyboardReorder({ store, layout, enabled, reveal, onDrop }: KeyboardReorderOptions) {
  /** @param index index of the lifted photo over all sections */
  const lift = (ids: readonly string[], index: number) => {
    const sectionIndex = sectionAtIndex(layout, index);
    if (enabled && ids.length > 0 && sectionIndex >= 0) {
      store.set({ ids, slot: { section: sectionIndex, index, behind: false }, point: null });
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

interface ReorderOptions {
  root: RefObject<HTMLElement | null>;
  layout: SectionsLayout;
  photoSections: readonly PhotoSection[];
  photos: readonly PhotoRow[];
  selected: ReadonlySet<string>;
  enabled: boolean;
  reveal: (top: number, height: number) => void;
  focusPhoto: (id: string) => void;
  onLongPress: (photo: PhotoRow) => void;
  onArrange: ReorderPhotos;
}

/** Moves photos by pointer and keyboard: lifted photos, drop position and the final mutation. */
export function useReorder({ layout, photoSections, photos, selected, ...options }: ReorderOptions) {
  const { root, enabled, reveal, focusPhoto, onLongPress, onArrange } = options;
  const [store] = useState(() => new ReorderStore());
  const ids = useSyncExternalStore(store.subscribe, store.ids);
  const lifted = useMemo(() => new Set(ids), [ids]);

  /** Returns the photos to move: the whole selection if this photo is part of it. */
  const taken = (index: number): string[] => {
    const photo = photos[index];
    if (!photo) return [];
    return selected.has(photo.id) ? toIds(photos.filter(({ id }) => selected.has(id))) : [photo.id];
  };
  const drop = () => {
    const now = store.take();
    const box = now && layout.sections[now.slot.section];
    const placement = box && placementAt(photoSections, now.slot, box.first, new Set(now.ids));
    if (!placement) return;
    if (!now.point && now.ids[0]) focusPhoto(now.ids[0]);
    void onArrange(now.ids, placement);
  };
  const pointer = usePhotoDrag({
    root,
    layout,
    store,
    enabled,
    idsFor: taken,
    onLongPress: (index) => {
      const photo = photos[index];
      if (photo) onLongPress(photo);
    },
    onDrop: drop,
  });
  const keys = useKeyboardReorder({ store, layout, enabled, reveal, onDrop: drop });
  return { store, lifted, taken, pointer, keys };
}
