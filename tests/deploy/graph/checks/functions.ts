import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { FUNCTIONS } from '#ops/bundle/functions.ts';
import { type Graph, ofType, one, type Resource } from '../graph.ts';
import { BOUNDARY } from '../stage-env.ts';
import { type Check, unless } from './problem.ts';
import { functionResource } from './routes.ts';

const HTTP_API_WAITS_S = 30;
const DISTRIBUTION_WAITS_S = 60;

/** Every bundle has a function, and each has the common settings. */
export const functions: Check = (graph) => {
  const found = ofType(graph, 'aws:lambda/function:Function').map(({ name }) => name);
  const wanted = FUNCTIONS.map(({ name }) => functionResource(name));
  return [
    ...unless(
      wanted,
      (name) => found.includes(name),
      (name) => `${name} is missing`,
    ),
    ...unless(
      found,
      (name) => wanted.includes(name),
      (name) => `${name} has no bundle`,
    ),
    ...FUNCTIONS.flatMap(({ name }) => problemsOf(graph, name)),
  ];
};

function problemsOf(graph: Graph, name: string): string[] {
  const { inputs } = one(graph, 'aws:lambda/function:Function', functionResource(name));
  const logs = one(graph, 'aws:cloudwatch/logGroup:LogGroup', functionResource(name).replace(/Function$/, ''));
  const expected = {
    name: `albumen-${graph.stage}-${name}`,
    runtime: 'nodejs24.x',
    architectures: ['x86_64'],
    handler: 'index.handler',
    packageType: 'Zip',
    loggingConfig: { logFormat: 'JSON', logGroup: logs.inputs['name'] },
  };
  return unless(
    Object.entries(expected),
    ([key, value]) => JSON.stringify(inputs[key]) === JSON.stringify(value),
    ([key]) => `${name}: ${key} is ${JSON.stringify(inputs[key])}`,
  );
}

/** Each function has a role of its own, which only Lambda may assume. */
export const roles: Check = (graph) => {
  const used = ofType(graph, 'aws:lambda/function:Function').map(({ inputs }) => inputs['role']);
  const shared = used.filter((role, at) => used.indexOf(role) !== at);
  return [
    ...shared.map((role) => `${role} is shared`),
    ...ofType(graph, 'aws:iam/role:Role').flatMap((role) =>
      unless(
        (role.inputs['managedPolicyArns'] ?? []) as string[],
        () => false,
        (arn) => `${role.name} has ${arn}`,
      ),
    ),
  ];
};

/** Roles that the deployment creates have the boundary of stacks/access, zero's included. */
export const bounded: Check = (graph) => {
  const { inputs } = one(graph, 'aws:cloudformation/stack:Stack', 'Zero');
  const { Resources } = JSON.parse(inputs['templateBody']) as { Resources: Record<string, Record<string, any>> };
  const zeros = Object.entries(Resources).filter(([, { Type }]) => Type === 'AWS::IAM::Role');
  const all = [
    ...ofType(graph, 'aws:iam/role:Role').map((role) => [role.name, role.inputs['permissionsBoundary']]),
    ...zeros.map(([id, { Properties }]) => [`Zero: ${id}`, Properties.PermissionsBoundary]),
  ];
  return unless(
    all,
    ([, boundary]) => boundary === BOUNDARY,
    ([name]) => `${name} has no boundary`,
  );
};

/** A function's timeout does not exceed its caller's. */
export const timeouts: Check = (graph) => {
  const routed = ofType(graph, 'aws:apigatewayv2/integration:Integration').map(
    ({ inputs }) => inputs['integrationUri'],
  );
  const byUrl = ofType(graph, 'aws:lambda/functionUrl:FunctionUrl').map(({ inputs }) => inputs['functionName']);
  const longest = ({ arn, inputs }: Resource) =>
    routed.includes(arn) ? HTTP_API_WAITS_S : byUrl.includes(inputs['name']) ? DISTRIBUTION_WAITS_S : 900;
  return unless(
    ofType(graph, 'aws:lambda/function:Function'),
    (fn) => fn.inputs['timeout'] <= longest(fn),
    ({ name }) => `${name} works longer than anybody waits for it`,
  );
};

/** Files that SST packed for the function, without folders: our bundle, and nothing else. */
export function packed(graph: Graph, name: string): string[] {
  const resource = functionResource(name).replace(/Function$/, '');
  const zip = readFileSync(join(graph.work, 'artifacts', resource, 'code.zip'));
  const files: string[] = [];
  unzipSync(zip, {
    filter: ({ name: path }) => {
      if (!path.endsWith('/')) files.push(path);
      return false;
    },
  });
  return files.sort();
}
