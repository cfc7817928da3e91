/** Anything with an extent along the day, in any unit. */
export interface Extent {
  top: number;
  bottom: number;
}

export interface Lane {
  /** Counted from the left, from 0. */
  lane: number;
  /** How many lie side by side here. */
  lanes: number;
}

/**
 * Lays what overlaps side by side: each in the first lane that is free at its top. Whatever hangs together through
 * overlaps shares its number of lanes. Answers in the order of the extents.
 */
export function assignLanes(extents: readonly Extent[]): Lane[] {
  const order = extents
    .map((extent, index) => ({ ...extent, index }))
    .sort((a, b) => a.top - b.top || b.bottom - a.bottom || a.index - b.index);
  const answer = extents.map((): Lane => ({ lane: 0, lanes: 1 }));
  let cluster: number[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const index of cluster) answer[index]!.lanes = ends.length;
    cluster = [];
    ends = [];
  };
  for (const { top, bottom, index } of order) {
    if (ends.every((end) => end <= top)) close();
    const free = ends.findIndex((end) => end <= top);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = bottom;
    cluster.push(index);
    answer[index]!.lane = lane;
  }
  close();
  return answer;
}
