import { useCallback, useMemo, useRef, useState } from 'react';
import type { PublicPhoto } from '#core/api/public.ts';

/** Photos selected for a download. */
export interface PhotoSelection {
  chosen: ReadonlySet<string>;
  /** Selects or deselects a photo; with `range` all photos between it and the one selected before. */
  toggle: (index: number, range: boolean) => void;
  /** Selects a range of photos, or deselects it if all of it is selected. */
  toggleAll: (first: number, count: number) => void;
  clear: () => void;
}

export function usePhotoSelection(photos: readonly PublicPhoto[]): PhotoSelection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<number | null>(null);
  const toggle = useCallback(
    (index: number, range: boolean) => {
      const from = range ? (last.current ?? index) : index;
      last.current = index;
      setChosen((now) => toggleIds(now, toIds(photos, Math.min(from, index), Math.abs(index - from) + 1), range));
    },
    [photos],
  );
  const toggleAll = useCallback(
    (first: number, count: number) => setChosen((now) => toggleIds(now, toIds(photos, first, count), false)),
    [photos],
  );
  const clear = useCallback(() => {
    last.current = null;
    setChosen(new Set());
  }, []);
  return useMemo(() => ({ chosen, toggle, toggleAll, clear }), [chosen, toggle, toggleAll, clear]);
}

const toIds = (photos: readonly PublicPhoto[], first: number, count: number) =>
  photos.slice(first, first + count).map(({ id }) => id);

/** Returns the selection with all `ids` added, or removed if all were selected. `addOnly` never removes. */
function toggleIds(now: ReadonlySet<string>, ids: readonly string[], addOnly: boolean): ReadonlySet<string> {
  const next = new Set(now);
  const remove = !addOnly && ids.every((id) => now.has(id));
  for (const id of ids) {
    if (remove) next.delete(id);
    else next.add(id);
  }
  return next;
}
