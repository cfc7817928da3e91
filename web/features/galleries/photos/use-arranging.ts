import { useMemo, useState, useSyncExternalStore, type RefObject } from 'react';
import { ArrangingStore } from './arranging.ts';
import type { ChaptersLayout } from './chapters-layout.ts';
import { placementAt, type PhotoChapter } from './chapters.ts';
import { idsOf, type PhotoRow } from './photo-rows.ts';
import type { Arrange } from './use-arrange-act.ts';
import { useDrag } from './use-drag.ts';
import { useKeyboardArranging } from './use-keyboard-arranging.ts';

interface ArrangingOptions {
  root: RefObject<HTMLElement | null>;
  layout: ChaptersLayout;
  chapters: readonly PhotoChapter[];
  photos: readonly PhotoRow[];
  selected: ReadonlySet<string>;
  enabled: boolean;
  reveal: (top: number, height: number) => void;
  focusPhoto: (id: string) => void;
  onLongPress: (photo: PhotoRow) => void;
  onArrange: Arrange;
}

/** Moving photos by pointer and by keys: what is lifted, where it would go, and the one act of letting go. */
export function useArranging({ layout, chapters, photos, selected, ...options }: ArrangingOptions) {
  const { root, enabled, reveal, focusPhoto, onLongPress, onArrange } = options;
  const [store] = useState(() => new ArrangingStore());
  const ids = useSyncExternalStore(store.subscribe, store.ids);
  const lifted = useMemo(() => new Set(ids), [ids]);

  /** A selected photo takes the whole selection along. */
  const taken = (index: number): string[] => {
    const photo = photos[index];
    if (!photo) return [];
    return selected.has(photo.id) ? idsOf(photos.filter(({ id }) => selected.has(id))) : [photo.id];
  };
  const drop = () => {
    const now = store.take();
    const box = now && layout.chapters[now.slot.chapter];
    const placement = box && placementAt(chapters, now.slot, box.first, new Set(now.ids));
    if (!placement) return;
    if (!now.point && now.ids[0]) focusPhoto(now.ids[0]);
    void onArrange(now.ids, placement);
  };
  const pointer = useDrag({
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
  const keys = useKeyboardArranging({ store, layout, enabled, reveal, onDrop: drop });
  return { store, lifted, taken, pointer, keys };
}
