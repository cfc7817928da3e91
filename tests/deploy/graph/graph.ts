/** A resource as requested from the provider. */
export interface Resource {
  /** Pulumi's token: `aws:lambda/function:Function`. */
  type: string;
  /** Its name inside the graph. */
  name: string;
  urn: string;
  /** Its id at the provider. */
  id: string;
  /** Inputs as the provider gets them; `secrets` lists the secret ones. */
  inputs: Readonly<Record<string, any>>;
  /** Outputs for the rest of the graph. */
  arn: string;
  /** Properties that contain a secret, which the state therefore encrypts. */
  secrets: readonly string[];
  parent: string;
  dependsOn: readonly string[];
  protect: boolean;
  retainOnDelete: boolean;
  /** Inputs whose changes are ignored; `*` ignores all. */
  ignoreChanges: readonly string[];
  /** How long the deployment waits for it, as `45m`; empty with the provider's own times. */
  timeouts: { create?: string; update?: string };
}

export interface Graph {
  stage: string;
  /** Folder of the zips, below `artifacts`. */
  work: string;
  app: Readonly<Record<string, any>>;
  /** Output of the command after a deployment. */
  outputs: Readonly<Record<string, unknown>>;
  resources: readonly Resource[];
}

export function ofType(graph: Graph, type: string): Resource[] {
  return graph.resources.filter((resource) => resource.type === type);
}

/** @throws Error unless there is exactly one */
export function one(graph: Graph, type: string, name: string): Resource {
  const found = ofType(graph, type).filter((resource) => resource.name === name);
  if (found.length !== 1) throw new Error(`${graph.stage} has ${found.length} of ${type} ${name}`);
  return found[0]!;
}
