/**
 * The row that a key leads to in a list; null for other keys, and where there is none.
 * @param page rows that the window shows
 */
export function rowAfterKey(key: string, from: number, count: number, page: number): number | null {
  const last = count - 1;
  const to = target(key, from, last, Math.max(1, page - 1));
  if (to === null) return null;
  const within = Math.min(Math.max(to, 0), last);
  return within === from || last < 0 ? null : within;
}

function target(key: string, from: number, last: number, step: number): number | null {
  if (key === 'ArrowDown') return from + 1;
  if (key === 'ArrowUp') return from - 1;
  if (key === 'PageDown') return from + step;
  if (key === 'PageUp') return from - step;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  return null;
}
