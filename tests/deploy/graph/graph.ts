/** A resource as it would be asked of the provider. */
export interface Resource {
  /** Pulumi's token: `aws:lambda/function:Function`. */
  type: string;
  /** Its name inside the graph. */
  name: string;
  urn: string;
  /** What the provider would have called it. */
  id: string;
  /** As the provider gets it; what is secret is told by `secrets`. */
  inputs: Readonly<Record<string, any>>;
  /** What the rest of the graph was told about it. */
  arn: string;
  /** Properties that hold something secret, which the state therefore encrypts. */
  secrets: readonly string[];
  parent: string;
  dependsOn: readonly string[];
  protect: boolean;
  retainOnDelete: boolean;
}

export interface Graph {
  stage: string;
  /** Where the zips are, below `artifacts`. */
  work: string;
  app: Readonly<Record<string, any>>;
  /** What the command prints after a deployment. */
  outputs: Readonly<Record<string, unknown>>;
  resources: readonly Resource[];
}

export function ofType(graph: Graph, type: string): Resource[] {
  return graph.resources.filter((resource) => resource.type === type);
}

/** @throws Error when there is not exactly one */
export function one(graph: Graph, type: string, name: string): Resource {
  const found = ofType(graph, type).filter((resource) => resource.name === name);
  if (found.length !== 1) throw new Error(`${graph.stage} has ${found.length} of ${type} ${name}`);
  return found[0]!;
}
