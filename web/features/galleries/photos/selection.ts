/** Which photos are ticked, and from where a shift-click reaches. */
export interface Selection {
  ids: ReadonlySet<string>;
  anchor: string | null;
}

export const EMPTY: Selection = { ids: new Set(), anchor: null };

export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** All from the anchor to `id`, as they stand in `order`, added to what is ticked. */
export function extendTo(selection: Selection, id: string, order: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(id);
  if (from < 0 || to < 0) return toggle(selection, id);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor };
}

export function selectAll(order: readonly string[]): Selection {
  return { ids: new Set(order), anchor: order.at(-1) ?? null };
}

/** Without what is not there any more: deleted here or in another window. */
export function keepPresent(selection: Selection, present: ReadonlySet<string>): Selection {
  if ([...selection.ids].every((id) => present.has(id))) return selection;
  const ids = new Set([...selection.ids].filter((id) => present.has(id)));
  return { ids, anchor: selection.anchor !== null && present.has(selection.anchor) ? selection.anchor : null };
}
