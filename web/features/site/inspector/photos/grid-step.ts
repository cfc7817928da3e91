/** Returns the tile that a key moves to in a grid; null for other keys and beyond the edges. */
export function gridStep(key: string, index: number, count: number, columns: number): number | null {
  const to = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - columns,
    ArrowDown: index + columns,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined || to < 0 || to >= count || to === index ? null : to;
}
