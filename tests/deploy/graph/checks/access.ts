import { allows } from '../../access-iam.ts';
import { type Graph, ofType, one } from '../graph.ts';
import { type Statement, statementsOf, unreadPolicies } from '../policies.ts';
import { type Check, unless } from './problem.ts';

/** Only the distribution is reachable from outside. */
export const nothingPublic: Check = (graph) => [
  ...unreadPolicies(graph).map(({ name, type }) => `${name} (${type}) has a policy that nothing here reads`),
  ...unless(statementsOf(graph), isPrivate, ({ of }) => `${of} lets everybody in`),
  ...unless(
    ofType(graph, 'aws:lambda/functionUrl:FunctionUrl'),
    ({ inputs }) => inputs['authorizationType'] === 'AWS_IAM' && inputs['cors'] === undefined,
    ({ name }) => `${name} answers everybody`,
  ),
  ...unless(
    ofType(graph, 'aws:lambda/permission:Permission'),
    ({ inputs }) => inputs['principal'] !== '*' && Boolean(inputs['sourceArn']),
    ({ name }) => `${name}: any caller is not one resource of ours`,
  ),
  ...ofType(graph, 'aws:s3/bucketAcl:BucketAcl').map(({ name }) => `${name}: buckets have no access lists`),
  ...openPorts(graph),
];

function isPrivate({ kind, effect, principal, conditions }: Statement): boolean {
  if (effect === 'Deny' || kind === 'rights') return true;
  if (principal.includes('*') || principal.includes(':root')) return false;
  // A service acts for any caller unless a condition restricts it.
  return kind === 'trust' ? true : ['aws:SourceArn', 'AWS:SourceArn'].some((key) => named(conditions, key));
}

function named(conditions: Statement['conditions'], key: string): boolean {
  return Object.values(conditions).some((tested) => tested[key] !== undefined);
}

interface Ingress {
  CidrIp?: string;
  CidrIpv6?: string;
}

/** zero's template is the only one with a network. */
function openPorts(graph: Graph): string[] {
  return ofType(graph, 'aws:cloudformation/stack:Stack').flatMap(({ name, inputs }) => {
    const { Resources } = JSON.parse(inputs['templateBody']) as { Resources: Record<string, any> };
    return Object.entries(Resources).flatMap(([id, { Type, Properties = {} }]) => {
      const ingress: Ingress[] =
        Type === 'AWS::EC2::SecurityGroupIngress' ? [Properties] : (Properties.SecurityGroupIngress ?? []);
      const open = ingress.some(({ CidrIp, CidrIpv6 }) => CidrIp === '0.0.0.0/0' || CidrIpv6 === '::/0');
      const world = Type === 'AWS::ElasticLoadBalancingV2::LoadBalancer' && Properties.Scheme !== 'internal';
      return open || world ? [`${name}: ${id} is open to the world`] : [];
    });
  });
}

/** Allowed uses of a bare `*`: the outbox requests certificates of own domains, and a request has no resource to name. */
const BARE_STAR: readonly { of: string; actions: readonly string[] }[] = [
  { of: 'OutboxRole', actions: ['acm:RequestCertificate'] },
];

/** Every statement names its actions and resources. */
export const leastRights: Check = (graph) => {
  const rights = statementsOf(graph).filter(({ kind, effect }) => kind === 'rights' && effect === 'Allow');
  return [
    ...unless(
      rights,
      ({ actions }) => actions.every((action) => !action.includes('*')),
      ({ of }) => `${of} may do anything of a kind`,
    ),
    ...unless(
      rights,
      ({ of, actions, resources }) =>
        BARE_STAR.some((known) => known.of === of && actions.every((action) => known.actions.includes(action))) ||
        (resources.length > 0 && resources.every((arn) => arn !== '*' && !/^arn:aws:[a-z0-9-]+:\*/.test(arn))),
      ({ of }) => `${of} may do it to anything`,
    ),
    ...unless(
      ofType(graph, 'aws:iam/rolePolicyAttachment:RolePolicyAttachment'),
      () => false,
      ({ name }) => `${name}: rights are written where the role is`,
    ),
  ];
};

/** Functions that serve, keep or erase signed contracts. */
const READ_CONTRACTS: readonly string[] = ['ContractsRole', 'PortalRole', 'OutboxRole', 'UploadsSweepRole'];

/** Signed contracts are in the bucket of the originals, which many functions read. */
export const contractsAreApart: Check = (graph) => {
  const arn = `${one(graph, 'aws:s3/bucket:Bucket', `albumen-${graph.stage}-originals`).arn}/contracts/a/b/c.pdf`;
  const rights = statementsOf(graph).filter(({ kind }) => kind === 'rights');
  const names = [...new Set(rights.map(({ of }) => of))].filter((of) =>
    allows(
      rights
        .filter((each) => each.of === of)
        .map(({ effect, actions, resources }) => ({
          Effect: effect as 'Allow' | 'Deny',
          Action: actions,
          Resource: resources,
        })),
      { action: 's3:GetObject', resource: arn },
    ),
  );
  return unless(
    names,
    (of) => READ_CONTRACTS.includes(of),
    (of) => `${of} may read signed contracts`,
  );
};

/** The distribution of own domains: an output of its stack (mock-account.ts). */
const OWN_DOMAINS_ARN = 'output-DistributionArn';

/** The distributions call a function by its URL with both actions, and nothing else may. */
export const functionUrls: Check = (graph) => {
  const product = ofType(graph, 'aws:cloudfront/distribution:Distribution')[0]?.arn;
  const distributions = [product, OWN_DOMAINS_ARN];
  return ofType(graph, 'aws:lambda/functionUrl:FunctionUrl').flatMap(({ inputs }) => {
    const name = inputs['functionName'];
    const allowed = ofType(graph, 'aws:lambda/permission:Permission').filter(
      (each) => each.inputs['function'] === name,
    );
    return [
      ...unless(
        distributions.flatMap((arn) =>
          ['lambda:InvokeFunctionUrl', 'lambda:InvokeFunction'].map((action) => [arn, action]),
        ),
        ([arn, action]) => allowed.some(({ inputs }) => inputs['sourceArn'] === arn && inputs['action'] === action),
        ([, action]) => `${name}: a distribution lacks ${action}`,
      ),
      ...unless(
        allowed,
        (each) =>
          each.inputs['principal'] === 'cloudfront.amazonaws.com' && distributions.includes(each.inputs['sourceArn']),
        (each) => `${name}: ${each.name} is for no distribution`,
      ),
    ];
  });
};
