import type { Graph, Resource } from '../graph.ts';

/** A careless change of a graph; the check of that name has to report it. */
export interface Break {
  check: string;
  by: string;
  change: (graph: Broken) => void;
  says: string;
}

/** A copy of a graph that may be changed. */
export interface Broken extends Omit<Graph, 'resources' | 'app'> {
  resources: (Omit<Resource, 'inputs'> & { inputs: Record<string, any> })[];
  app: Record<string, any>;
}

/** @throws Error without such a resource: the break would prove nothing */
export const find = (graph: Broken, kind: string, name: string) => {
  const found = graph.resources.find((each) => each.type.endsWith(`:${kind}`) && each.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name} to break`);
  return found;
};

export const set = (kind: string, name: string, input: string, value: unknown) => (graph: Broken) => {
  find(graph, kind, name).inputs[input] = value;
};

export const remove = (kind: string, name: string) => (graph: Broken) => {
  find(graph, kind, name);
  graph.resources = graph.resources.filter((each) => !(each.type.endsWith(`:${kind}`) && each.name === name));
};

export const allow = (statement: object) => JSON.stringify({ Statement: [{ Effect: 'Allow', ...statement }] });
export const bucket = (graph: Broken, name: string) => `albumen-${graph.stage}-${name}`;
