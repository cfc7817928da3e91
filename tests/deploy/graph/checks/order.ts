import { settingsFor } from '../../../../stacks/settings.ts';
import { type Graph, ofType, one, type Resource } from '../graph.ts';
import { type Check, unless } from './problem.ts';

/** All direct and indirect dependencies of a resource. */
export function waitsFor(graph: Graph, resource: Resource): ReadonlySet<string> {
  const byUrn = new Map(graph.resources.map((each) => [each.urn, each]));
  const seen = new Set<string>();
  const visit = ({ dependsOn }: Resource) => {
    for (const urn of dependsOn) {
      if (seen.has(urn)) continue;
      seen.add(urn);
      const next = byUrn.get(urn);
      if (next) visit(next);
    }
  };
  visit(resource);
  return seen;
}

/** A rotated secret is accepted everywhere before anything sends it or signs with it. */
export const rotation: Check = (graph) => {
  const functions = ofType(graph, 'aws:lambda/function:Function');
  const distribution = one(graph, 'aws:cloudfront/distribution:Distribution', 'WebDistribution');
  const key = one(graph, 'aws:cloudfront/keyvaluestoreKey:KeyvaluestoreKey', 'ImageTokenKeys');
  const before = waitsFor(graph, distribution);
  const ownDomains = waitsFor(graph, one(graph, 'aws:cloudformation/stack:Stack', 'Tenants'));
  const waiter = graph.resources.find(({ name }) => name.startsWith('WebWaiter'));
  const reading = (variable: string) =>
    functions.filter(({ inputs }) => variable in (inputs['environment']?.variables ?? {}));
  return [
    // The end of a rotation removes the former secret, which no edge may send any more.
    ...(waiter?.ignoreChanges.length === 0 ? [] : ['a deployment ends before the edges have changed']),
    ...unless(
      reading('ORIGIN_SECRET'),
      ({ urn }) => before.has(urn) && ownDomains.has(urn),
      ({ name }) => `a distribution may send ${name} a secret that it does not know yet`,
    ),
    ...unless(
      reading('IMAGE_TOKEN_KEY'),
      (fn) => waitsFor(graph, fn).has(key.urn),
      ({ name }) => `${name} may sign with a key that the edge does not know yet`,
    ),
  ];
};

/** Minutes that a VPC origin takes by AWS's own account, and that zero-cache's network and balancer take at first. */
const [VPC_ORIGIN, NETWORK] = [15, 15];

/** A deployment that gives up too early leaves something behind that the next one does not know. */
export const patience: Check = (graph) => {
  const { firstCopyMinutes } = settingsFor(graph.stage).zero;
  const { timeouts: stack } = one(graph, 'aws:cloudformation/stack:Stack', 'Zero');
  const { inputs: origin } = one(graph, 'aws:cloudfront/vpcOrigin:VpcOrigin', 'ZeroOrigin');
  const minutes = (text: unknown) => Number(/^(\d+)m$/.exec(String(text))?.[1] ?? 0);
  const isPatient = (times: Resource['timeouts'] | undefined, needed: number) =>
    minutes(times?.create) >= needed && minutes(times?.update) >= needed;
  return [
    ...(isPatient(stack, NETWORK + firstCopyMinutes) ? [] : ['zero-cache is given up during its first copy']),
    ...(isPatient(origin['timeouts'], 2 * VPC_ORIGIN) ? [] : ['the VPC origin is given up while AWS makes it']),
  ];
};

/** Uploads files first, then the page that refers to them. */
export const files: Check = (graph) => {
  const before = waitsFor(graph, one(graph, 'aws:lambda/function:Function', 'PageFunction'));
  const site = ofType(graph, 'aws:s3/bucketObjectv2:BucketObjectv2').filter(({ name }) => name.startsWith('Site/'));
  if (site.length === 0) return ['there is no site'];
  return unless(
    site,
    ({ urn }) => before.has(urn),
    ({ name }) => `the page may refer to ${name} before it is there`,
  );
};

/** A log group exists before anything writes to it: otherwise it would be created without retention. */
export const logsFirst: Check = (graph) =>
  unless(
    ofType(graph, 'aws:lambda/function:Function'),
    (fn) => {
      const logs = ofType(graph, 'aws:cloudwatch/logGroup:LogGroup');
      const own = logs.find(({ inputs }) => inputs['name'] === fn.inputs['loggingConfig'].logGroup);
      return own !== undefined && waitsFor(graph, fn).has(own.urn);
    },
    ({ name }) => `${name} may run before it can log`,
  );
