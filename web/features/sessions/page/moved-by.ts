/** The list with one item a place further up or down; the list itself where there is no such place. */
export function moveItem<Item extends { id: string }>(
  items: readonly Item[],
  id: string,
  step: -1 | 1,
): readonly Item[] {
  const from = items.findIndex((item) => item.id === id);
  const to = from + step;
  if (from < 0 || to < 0 || to >= items.length) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, items[from]!);
}
