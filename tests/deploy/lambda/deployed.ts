import { readFileSync } from 'node:fs';
import { graphOf } from '../graph/evaluate.ts';
import { type Graph, ofType, type Resource } from '../graph/graph.ts';
import type { ApiRoute } from './routes.ts';

/** A stage of its own: other tests evaluate theirs at the same time, into folders named after them. */
const STAGE = 'zips';

/** A function as the graph deploys it. */
export interface DeployedFunction {
  /** Name as in functions/entries. */
  name: string;
  /** Name in AWS. */
  functionName: string;
  handler: string;
  /** Its variables, with values of a fictitious stage. */
  variables: Readonly<Record<string, string>>;
  memoryMb: number;
  timeoutMs: number;
  logFormat: string;
  /** Path of the zip that would be uploaded. */
  zip(): Uint8Array;
  /** Rights of its role. */
  grants: readonly Grant[];
}

/** One action on one resource, as a policy writes them: `s3:GetObject` on `arn:aws:s3:::bucket/*`. */
export interface Grant {
  action: string;
  resource: string;
}

export interface DeployedStage {
  functions: readonly DeployedFunction[];
  routes: readonly ApiRoute[];
  /** JSON input of each scheduled function. */
  schedules: ReadonlyMap<string, string>;
}

/** Reads a deployment from its resource graph. */
export async function deployedStage(): Promise<DeployedStage> {
  const graph = await graphOf(STAGE);
  const functions = ofType(graph, 'aws:lambda/function:Function').map((resource) => deployed(graph, resource));
  return { functions, routes: routesOf(graph, functions), schedules: schedulesOf(graph, functions) };
}

function deployed(graph: Graph, { inputs }: Resource): DeployedFunction {
  return {
    name: String(inputs['name']).replace(`albumen-${STAGE}-`, ''),
    functionName: inputs['name'],
    handler: inputs['handler'],
    variables: inputs['environment'].variables,
    memoryMb: inputs['memorySize'],
    timeoutMs: inputs['timeout'] * 1000,
    logFormat: inputs['loggingConfig'].logFormat,
    zip: () => readFileSync(artifactOf(graph, inputs['s3Key'])),
    grants: grantsOf(graph, inputs['role']),
  };
}

function artifactOf(graph: Graph, key: string): string {
  const [object] = ofType(graph, 'aws:s3/bucketObjectv2:BucketObjectv2').filter(({ inputs }) => inputs['key'] === key);
  if (!object) throw new Error(`the graph has no object ${key}`);
  return object.inputs['source'].path;
}

function grantsOf(graph: Graph, roleArn: string): Grant[] {
  const [role] = ofType(graph, 'aws:iam/role:Role').filter(({ arn }) => arn === roleArn);
  const policies = (role?.inputs['inlinePolicies'] ?? []) as { policy: string }[];
  return policies
    .flatMap(({ policy }) => (JSON.parse(policy) as { Statement: Statement[] }).Statement)
    .flatMap(({ Action, Resource }) =>
      [Action].flat().flatMap((action) => [Resource].flat().map((resource) => ({ action, resource }))),
    );
}

interface Statement {
  Action: string | string[];
  Resource: string | string[];
}

function routesOf(graph: Graph, functions: readonly DeployedFunction[]): ApiRoute[] {
  const integrations = new Map(
    ofType(graph, 'aws:apigatewayv2/integration:Integration').map(({ name, inputs }) => [
      `integrations/${name}-id`,
      String(inputs['integrationUri']).split(':').at(-1),
    ]),
  );
  const ofApi = ofType(graph, 'aws:apigatewayv2/route:Route').filter(({ inputs }) => inputs['apiId'] === 'Api-id');
  return ofApi.map(({ inputs }) => {
    const target = functions.find(({ functionName }) => functionName === integrations.get(inputs['target']));
    if (!target) throw new Error(`the route ${inputs['routeKey']} has no function`);
    return { routeKey: inputs['routeKey'], functionName: target.name };
  });
}

function schedulesOf(graph: Graph, functions: readonly DeployedFunction[]): Map<string, string> {
  const inputs = ofType(graph, 'aws:scheduler/schedule:Schedule').map((schedule) => schedule.inputs['target']);
  return new Map(
    functions.flatMap(({ name, functionName }) => {
      const target = inputs.find(({ arn }) => String(arn).endsWith(`:${functionName}`));
      return target ? [[name, target.input as string] as const] : [];
    }),
  );
}
