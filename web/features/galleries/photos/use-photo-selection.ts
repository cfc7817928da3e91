import { useMemo, useState } from 'react';
import { toIds, type PhotoRow } from './photo-rows.ts';
import { add, EMPTY, extendTo, keepPresent, selectAll, toggle } from './selection.ts';

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
