import { useMemo, useState } from 'react';
import { type PhotoRow, toIds } from './types.ts';

/** Which photos are ticked, and from where a range reaches. */
export interface Selection {
  ids: ReadonlySet<string>;
  anchor: string | null;
  /** What was ticked before the range that is being stretched from the anchor. */
  base: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();
export const EMPTY: Selection = { ids: NONE, anchor: null, base: NONE };

export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id, base: next };
}

/**
 * All from the anchor to `id`, as they stand in `order`, beside what was ticked before; a second range from the same
 * anchor takes the first one's place, so that it can also be shortened.
 */
export function extendTo(selection: Selection, id: string, order: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(id);
  if (from < 0 || to < 0) return toggle(selection, id);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ...selection, ids: new Set([...selection.base, ...range]) };
}

/** Ticks these beside what is ticked already. */
export function add(selection: Selection, ids: readonly string[]): Selection {
  const next = new Set([...selection.ids, ...ids]);
  return { ids: next, anchor: ids.at(-1) ?? selection.anchor, base: next };
}

export function selectAll(order: readonly string[]): Selection {
  const ids = new Set(order);
  return { ids, anchor: order.at(-1) ?? null, base: ids };
}

/** Without what is not there: deleted here or in another window, or left out by the filter. Only the rest is acted on. */
export function keepPresent(selection: Selection, present: ReadonlySet<string>): Selection {
  if ([...selection.ids].every((id) => present.has(id))) return selection;
  const kept = (ids: ReadonlySet<string>) => new Set([...ids].filter((id) => present.has(id)));
  const anchor = selection.anchor !== null && present.has(selection.anchor) ? selection.anchor : null;
  return { ids: kept(selection.ids), anchor, base: kept(selection.base) };
}

/**
 * The ticked photos. What the filter leaves out stays ticked and comes back with it, but is neither counted nor acted
 * on meanwhile.
 */
export function usePhotoSelection(photos: readonly PhotoRow[]) {
  const [chosen, setChosen] = useState(EMPTY);
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
    /** From the photo that has the focus, where nothing is ticked yet, to another. */
    extend: (from: string, to: string) =>
      setChosen((before) => {
        const isAnchored = before.anchor !== null && before.ids.size > 0;
        return extendTo(isAnchored ? before : add(before, [from]), to, order);
      }),
  };
}
