import type { Graph } from '../graph.ts';

/** What is wrong with a graph, a line each; nothing when all is well. */
export type Check = (graph: Graph) => string[];

/** Every item that is not as it should be, in the words of `says`. */
export function unless<T>(items: readonly T[], holds: (item: T) => boolean, says: (item: T) => string): string[] {
  return items.filter((item) => !holds(item)).map(says);
}
