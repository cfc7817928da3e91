import { useMemo, useState, useSyncExternalStore, type RefObject } from 'react';
import { ReorderStore } from './arranging.ts';
import type { SectionsLayout } from './chapters-layout.ts';
import { placementAt, type PhotoSection } from './chapters.ts';
import { toIds, type PhotoRow } from './photo-rows.ts';
import type { ReorderPhotos } from './use-arrange-act.ts';
import { usePhotoDrag } from './use-drag.ts';
import { useKeyboardReorder } from './use-keyboard-arranging.ts';

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

/** Moving photos by pointer and by keys: what is lifted, where it would go, and the one act of letting go. */
export function useReorder({ layout, photoSections, photos, selected, ...options }: ReorderOptions) {
  const { root, enabled, reveal, focusPhoto, onLongPress, onArrange } = options;
  const [store] = useState(() => new ReorderStore());
  const ids = useSyncExternalStore(store.subscribe, store.ids);
  const lifted = useMemo(() => new Set(ids), [ids]);

  /** A selected photo takes the whole selection along. */
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
