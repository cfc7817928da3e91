import type { Graph, Resource } from '../graph.ts';

/** A careless change of a graph; the check of that name has to report it. */
export interface Violation {
  check: string;
  by: string;
  change: (graph: ViolatedGraph) => void;
  /** Where what is changed exists; `dev` by default. */
  stage?: string;
  says: string;
}

/** A copy of a graph that may be changed. */
export interface ViolatedGraph extends Omit<Graph, 'resources' | 'app'> {
  resources: (Omit<Resource, 'inputs'> & { inputs: Record<string, any> })[];
  app: Record<string, any>;
}

/** @throws Error without such a resource: the violation would prove nothing */
export const find = (graph: ViolatedGraph, kind: string, name: string) => {
  const found = graph.resources.find((each) => each.type.endsWith(`:${kind}`) && each.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name} to change`);
  return found;
};

export const set = (kind: string, name: string, input: string, value: unknown) => (graph: ViolatedGraph) => {
  find(graph, kind, name).inputs[input] = value;
};

export const remove = (kind: string, name: string) => (graph: ViolatedGraph) => {
  find(graph, kind, name);
  graph.resources = graph.resources.filter((each) => !(each.type.endsWith(`:${kind}`) && each.name === name));
};

export const allow = (statement: object) => JSON.stringify({ Statement: [{ Effect: 'Allow', ...statement }] });
export const bucket = (graph: ViolatedGraph, name: string) => `albumen-${graph.stage}-${name}`;
