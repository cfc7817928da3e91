/** Returns the index to which a key moves an item; null for other keys and at the ends. */
export function indexAfterKey(key: string, index: number, count: number): number | null {
  const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[key];
  return to === undefined || to < 0 || to >= count || to === index ? null : to;
}

/**
 * Returns the index that a dragged item gets.
 * @param rows the boxes of all items, in order
 * @param y of the pointer
 */
export function dropIndex(rows: readonly { top: number; height: number }[], from: number, y: number): number {
  const passed = rows.filter(({ top, height }, index) => index !== from && y > top + height / 2);
  return passed.length;
}
