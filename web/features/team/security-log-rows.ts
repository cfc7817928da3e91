interface OrderedRow {
  id: string;
  /** Epoch milliseconds. */
  at: number;
}

/**
 * The log as far as it is shown: the newest events, which are followed, and those that were shown before. What is there
 * stays as it was, so that only arrivals push events out of the newest; they are kept.
 * @param size how many of the newest are followed
 */
export function mergeLogPages<E extends OrderedRow>(
  newest: readonly E[],
  kept: readonly E[],
  size: number,
): readonly E[] {
  if (kept.length === 0) return newest;
  const ids = new Set(newest.map(({ id }) => id));
  // So many came at once, as after hours without a network, that some between the two are unknown: shown from the top.
  if (newest.length === size && !kept.some(({ id }) => ids.has(id))) return newest;
  const older = kept.filter(({ id }) => !ids.has(id));
  return [...newest, ...older].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
}
