import { useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { z } from 'zod';
import { rowId } from '#core/domain/values/ids.ts';
import type { PhotoRow } from './types.ts';

/** Selected photos and the anchor of a range. */
interface Selection {
  ids: ReadonlySet<string>;
  anchor: string | null;
  /** Selected photos before the current range. */
  base: ReadonlySet<string>;
}

export const toIds = (photos: readonly { id: string }[]): string[] => photos.map(({ id }) => id);

const NONE: ReadonlySet<string> = new Set();
export const EMPTY: Selection = { ids: NONE, anchor: null, base: NONE };

export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id, base: next };
}

/**
 * Selects all photos from the anchor to `id` in `order`, and those selected before. Another range from the same anchor
 * replaces the previous one, so that it can be shortened.
 */
export function extendTo(selection: Selection, id: string, order: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(id);
  if (from < 0 || to < 0) return toggle(selection, id);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ...selection, ids: new Set([...selection.base, ...range]) };
}

/** Adds photos to the selection. */
export function add(selection: Selection, ids: readonly string[]): Selection {
  const next = new Set([...selection.ids, ...ids]);
  return { ids: next, anchor: ids.at(-1) ?? selection.anchor, base: next };
}

export function selectAll(order: readonly string[]): Selection {
  const ids = new Set(order);
  return { ids, anchor: order.at(-1) ?? null, base: ids };
}

/**
 * Removes photos that are absent: deleted here or in another window, or hidden by the filter. Actions apply to the rest
 * only.
 */
export function keepPresent(selection: Selection, present: ReadonlySet<string>): Selection {
  if ([...selection.ids].every((id) => present.has(id))) return selection;
  const onlyPresent = (ids: ReadonlySet<string>) => new Set([...ids].filter((id) => present.has(id)));
  const anchor = selection.anchor !== null && present.has(selection.anchor) ? selection.anchor : null;
  return { ids: onlyPresent(selection.ids), anchor, base: onlyPresent(selection.base) };
}

const requested = z.object({ select: z.array(rowId) });

/** State of a link to the photos tab that selects photos there; see `useRequestedSelection`. */
export const selectPhotos = (ids: readonly string[]): z.infer<typeof requested> => ({ select: [...ids] });

/** Returns the ids of the photos that the link to this screen selects. */
export function useRequestedSelection(): readonly string[] {
  return requested.safeParse(useLocation().state).data?.select ?? [];
}

/**
 * State of the selected photos. Photos hidden by the filter stay selected and return with it, but are neither counted
 * nor changed.
 * @param initial ids selected at first
 */
export function usePhotoSelection(photos: readonly PhotoRow[], initial: readonly string[] = []) {
  const [chosen, setChosen] = useState(() => add(EMPTY, initial));
  const order = useMemo(() => toIds(photos), [photos]);
  const selection = useMemo(() => keepPresent(chosen, new Set(order)), [chosen, order]);
  return {
    ids: selection.ids,
    order,
    clear: () => setChosen(EMPTY),
    all: () => setChosen(selectAll(order)),
    add: (ids: readonly string[]) => setChosen((before) => add(before, ids)),
    tick: (id: string, range: boolean) =>
      setChosen((before) => (range ? extendTo(before, id, order) : toggle(before, id))),
    /** Extends the selection to a photo; starts at the focused photo if none is selected. */
    extend: (from: string, to: string) =>
      setChosen((before) => {
        const isAnchored = before.anchor !== null && before.ids.size > 0;
        return extendTo(isAnchored ? before : add(before, [from]), to, order);
      }),
  };
}
