import { Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, test } from 'vitest';
import { accessApp } from '../../stacks/access/app.ts';
import { READS } from '../../stacks/access/role.ts';
import { settingsFor } from '../../stacks/settings.ts';
import { allows, matches, type Request } from './access-iam.ts';
import { ACCOUNT, ask, type Needs, type Subject } from './access-needs.ts';
import { DOMAIN_NEEDS, STAGE_NEEDS, WITHOUT_AWS } from './access-needs-stage.ts';
import { ZERO_NEEDS } from './access-needs-zero.ts';
import { statementsOf } from './access-roles.ts';
import { graphOf } from './graph/evaluate.ts';
import { ofType, type Resource } from './graph/graph.ts';
import { many, outdir, synthesized } from './zero-stack-variants.ts';

const template = Template.fromStack(accessApp(outdir).stack);

/**
 * Requests that this program would send.
 * @throws Error for a type without known needs
 */
function needsOf(table: Readonly<Record<string, Needs>>, type: string, subject: Subject): Request[] {
  const needs = table[type];
  if (!needs) throw new Error(`Nobody has said what a deployment needs for ${type}: tests/deploy/access-needs-*.ts`);
  return needs(subject);
}

async function needsOfStage(stage: string): Promise<Request[]> {
  const graph = await graphOf(stage);
  const ofProgram = graph.resources
    .filter(({ type, name }) => !WITHOUT_AWS.test(type) || name.includes('.sst.aws.'))
    .flatMap((resource) => needsOf(STAGE_NEEDS, typeOf(resource), subjectOf(stage, resource)));
  const ofDomains = ofType(graph, 'aws:cloudformation/stack:Stack')
    .filter(({ name }) => name === 'Domains' || name === 'Tenants')
    .flatMap(({ inputs }) => resourcesIn(JSON.parse(inputs['templateBody'])))
    .flatMap(([id, { Type, Properties = {} }]) => needsOf(DOMAIN_NEEDS, Type, { stage, name: id, inputs: Properties }));
  return [...ofProgram, ...ofDomains];
}

interface CloudFormation {
  Resources: Record<string, { Type: string; Properties?: object }>;
}

const resourcesIn = (json: unknown) => Object.entries((json as CloudFormation).Resources);

/** Dynamic resources share one type, and their names end in their kind. */
function typeOf({ type, name }: Resource): string {
  return type === 'pulumi-nodejs:dynamic:Resource' ? name.slice(name.indexOf('sst.aws.')) : type;
}

function subjectOf(stage: string, { name, arn, inputs }: Resource): Subject {
  const unnamed = arn.startsWith('arn:aws:s3:::') ? arn.slice('arn:aws:s3:::'.length) : name;
  return { stage, name: inputs['name'] ?? unnamed, inputs };
}

/** Both variants of the stack: one node, and many. */
function needsOfZero(stage: string): Request[] {
  const settings = settingsFor(stage);
  return [settings, many(settings)].flatMap((variant) => {
    const { template: zero } = synthesized(stage, variant, `arn:aws:iam::${ACCOUNT}:policy/boundary`);
    return resourcesIn(zero.toJSON()).flatMap(([id, { Type, Properties = {} }]) =>
      needsOf(ZERO_NEEDS, Type, { stage, name: physical(stage, id, Type), inputs: Properties }),
    );
  });
}

/** The picture that the smoke test sends through the stage (ops/deploy/picture.ts). */
function needsOfPicture(stage: string): Request[] {
  const buckets = ['originals', 'renditions'].map((name) => `arn:aws:s3:::albumen-${stage}-${name}-1a2b3c4`);
  return [
    ...ask('tag', 'GetResources'),
    ...ask('s3', 'PutObject', `${buckets[0]}/gallery/photo/original`),
    ...buckets.flatMap((bucket) => [...ask('s3', 'ListBucket', bucket), ...ask('s3', 'DeleteObject', `${bucket}/a/b`)]),
  ];
}

/** Names as CloudFormation generates them. */
function physical(stage: string, id: string, type: string): string {
  const name = `albumen-${stage}-zero-${id}-1A2B3C`;
  return type.startsWith('AWS::S3') ? name.toLowerCase() : name;
}

const line = ({ action, resource }: Request) => `${action} on ${resource}`;
const unique = (requests: Request[]) => [
  ...new Map(requests.map((request) => [JSON.stringify(request), request])).values(),
];

describe.each([
  { role: 'Deploy', stage: 'production', foreign: 'pr-7' },
  { role: 'Preview', stage: 'pr-7', foreign: 'production' },
] as const)('$role', ({ role, stage, foreign }) => {
  const statements = statementsOf(template, role);
  let own: Request[];
  let others: Request[];
  beforeAll(async () => {
    own = unique([...(await needsOfStage(stage)), ...needsOfZero(stage), ...needsOfPicture(stage)]);
    others = unique([...(await needsOfStage(foreign)), ...needsOfZero(foreign), ...needsOfPicture(foreign)]);
  });

  test('allows the needs of every resource of its stage', () => {
    expect(own.length).toBeGreaterThan(500);
    expect(own.filter((request) => !allows(statements, request)).map(line)).toEqual([]);
  });

  test('allows on another stage only what AWS cannot restrict', () => {
    const reads = (action: string) => READS.some((pattern) => matches(action, pattern));
    const open = others.filter((request) => allows(statements, request) && !reads(request.action));
    const narrowed = open.filter(({ action, resource }) => !OPEN[action.split(':')[0]!]?.test(`${action} ${resource}`));
    expect(narrowed.map(line)).toEqual([]);
    const services = new Set(open.map(({ action }) => action.split(':')[0]!));
    expect([...services].sort()).toEqual(Object.keys(OPEN).sort());
  });
});

/** Also allowed on another stage, by action and resource; docs/operations.md explains it for previews. */
const OPEN: Readonly<Record<string, RegExp>> = {
  apigateway: / arn:aws:apigateway:[\w-]+::\/apis\/a1\/(integrations|routes|stages|routes\/r1\/routeresponses)(\/1)?$/,
  'application-autoscaling': /./,
  cloudfront:
    /:(Create|Update|Delete)(CachePolicy|KeyValueStore|OriginAccessControl|OriginRequestPolicy|ResponseHeadersPolicy) |:CreateFunction /,
  'cloudfront-keyvaluestore': /./,
  ecs: /:DeregisterTaskDefinition /,
  logs: /:((Create|Update|Delete)LogDelivery|PutResourcePolicy) /,
  route53: /:(Create|Delete)HostedZone /,
  s3: / arn:aws:s3:::sst-asset-/,
};

test('refuses an unknown type', () => {
  const unknown = () => needsOf(STAGE_NEEDS, 'aws:dynamodb/table:Table', { stage: 'dev', name: 'x', inputs: {} });
  expect(unknown).toThrow(/what a deployment needs for aws:dynamodb\/table:Table/);
});
