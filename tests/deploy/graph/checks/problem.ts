import type { Graph } from '../graph.ts';

/** Problems of a graph, one line each; empty for a valid one. */
export type Check = (graph: Graph) => string[];

/** Messages of `says` for all invalid items. */
export function unless<T>(items: readonly T[], holds: (item: T) => boolean, says: (item: T) => string): string[] {
  return items.filter((item) => !holds(item)).map(says);
}
