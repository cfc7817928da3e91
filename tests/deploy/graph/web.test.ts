import { beforeAll, describe, expect, it } from 'vitest';
import { IMAGE_TOKEN_KEYS } from '#functions/edge/image-request.ts';
import { BEHAVIOURS, METHODS, resourcePolicy } from '#functions/edge/route.ts';
import { EDGE_FUNCTIONS, PLANS } from '../../../stacks/web/behaviours.ts';
import { edgeScripts } from '../../support/edge-distribution.ts';
import type { SimulatedDistribution } from '../../support/edge-simulator.ts';
import { checkShared, checkRouting } from '../../support/edge-routing-checks.ts';
import { ROUTING_CASES, SHARED_ANSWERS } from '../../support/edge-routing-cases.ts';
import { graphOf } from './evaluate.ts';
import { type Graph, ofType, one } from './graph.ts';
import { stageEnv } from './stage-env.ts';

const HEADERS_POLICY = 'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy';
const HEADERS_NAMES = { 'same-origin': 'Headers', 'cross-origin': 'PublicHeaders' } as const;
const DISTRIBUTION = 'aws:cloudfront/distribution:Distribution';

/** Paths of a stage whose studios are in one group. */
const ONE_GROUP_PATHS = BEHAVIOURS.filter(({ pattern }) => pattern !== '/zero-*');

/** Uploaded objects without the functions' zips. */
const siteObjects = (graph: Graph) =>
  ofType(graph, 'aws:s3/bucketObjectv2:BucketObjectv2').filter(({ name }) => name.startsWith('Site/'));

describe.each(['dev', 'production'])('the distribution of %s', (stage) => {
  let graph: Graph;
  let distribution: Graph['resources'][number];
  let simulated: SimulatedDistribution;

  beforeAll(async () => {
    graph = await graphOf(stage);
    distribution = one(graph, DISTRIBUTION, 'WebDistribution');
    const functions = ofType(graph, 'aws:cloudfront/function:Function');
    const { orderedCacheBehaviors, defaultCacheBehavior, originGroups } = distribution.inputs;
    simulated = {
      orderedCacheBehaviors,
      defaultCacheBehavior,
      originGroups,
      cachePolicies: Object.fromEntries(
        ofType(graph, 'aws:cloudfront/cachePolicy:CachePolicy').map(({ id, inputs }) => [id, inputs as never]),
      ),
      originRequestPolicies: Object.fromEntries(
        ofType(graph, 'aws:cloudfront/originRequestPolicy:OriginRequestPolicy').map(({ id, inputs }) => [
          id,
          inputs as never,
        ]),
      ),
      functions: await edgeScripts(
        (name) => functions.find(({ inputs }) => inputs['name'].endsWith(`-${stage}-${name}`))!.arn,
      ),
    };
  });

  it('has the paths of functions/edge/route.ts in their order, with methods and functions', () => {
    const { orderedCacheBehaviors, defaultCacheBehavior } = distribution.inputs;
    const all: any[] = [...orderedCacheBehaviors, { ...defaultCacheBehavior, pathPattern: '*' }];
    expect(all.map(({ pathPattern }) => pathPattern)).toEqual(ONE_GROUP_PATHS.map(({ pattern }) => pattern));
    for (const [index, { behaviour }] of ONE_GROUP_PATHS.entries()) {
      const { onRequest, onResponse } = PLANS[behaviour];
      const found = all[index];
      expect(found.allowedMethods).toEqual(METHODS[behaviour]);
      expect(['https-only', 'redirect-to-https']).toContain(found.viewerProtocolPolicy);
      expect(found.responseHeadersPolicyId).toBe(
        one(graph, HEADERS_POLICY, HEADERS_NAMES[resourcePolicy(behaviour)]).id,
      );
      expect(
        found.functionAssociations.map(({ eventType, functionArn }: any) => [
          eventType,
          simulated.functions[functionArn]?.name,
        ]),
      ).toEqual([
        ...(onRequest ? [['viewer-request', onRequest]] : []),
        ...(onResponse ? [['viewer-response', onResponse]] : []),
      ]);
    }
  });

  it.each(ROUTING_CASES.map((walk) => [walk.title, walk] as const))('%s', (_title, walk) =>
    checkRouting(simulated, walk),
  );
  it.each(SHARED_ANSWERS.map((pair) => [pair.title, pair] as const))('%s', (_title, pair) =>
    checkShared(simulated, pair),
  );

  it('asks the function for a picture only where the bucket has none: a stored rendition never reaches a function', () => {
    const { originGroups, orderedCacheBehaviors } = distribution.inputs;
    const group = originGroups.find(({ originId }: any) => originId === 'pictures');
    expect(group.members.map(({ originId }: any) => originId)).toEqual(['renditions', 'transform']);
    expect(group.failoverCriteria.statusCodes.toSorted()).toEqual([403, 404]);
    const direct = orderedCacheBehaviors.filter(({ targetOriginId }: any) => targetOriginId === 'transform');
    expect(direct).toEqual([]);
  });

  it('requires new protocols, on the host of the stage', () => {
    const { viewerCertificate, httpVersion, isIpv6Enabled, aliases } = distribution.inputs;
    expect(viewerCertificate).toMatchObject({ minimumProtocolVersion: 'TLSv1.2_2021', sslSupportMethod: 'sni-only' });
    expect([httpVersion, isIpv6Enabled]).toEqual(['http2and3', true]);
    expect(aliases).toEqual([
      stage === 'production' ? stageEnv()['ALBUMEN_DOMAIN'] : `${stage}.${stageEnv()['ALBUMEN_DOMAIN']}`,
    ]);
    expect(ofType(graph, 'aws:route53/record:Record').map(({ inputs }) => inputs['type'])).toEqual(
      expect.arrayContaining(['A', 'AAAA']),
    );
  });

  it('reaches every origin by a way closed to others', () => {
    const byId = new Map<string, any>(distribution.inputs['origins'].map((origin: any) => [origin.originId, origin]));
    const controls = ofType(graph, 'aws:cloudfront/originAccessControl:OriginAccessControl');
    const control = (kind: string) => {
      const found = controls.find(({ inputs }) => inputs['originAccessControlOriginType'] === kind)!;
      expect(found.inputs).toMatchObject({ signingBehavior: 'always', signingProtocol: 'sigv4' });
      return found.id;
    };
    for (const bucket of ['site', 'renditions']) expect(byId.get(bucket).originAccessControlId).toBe(control('s3'));
    for (const fn of ['page', 'transform']) expect(byId.get(fn).originAccessControlId).toBe(control('lambda'));
    const [current] = stageEnv()['SST_SECRET_OriginSecret']!.split(' ');
    for (const fn of ['page', 'transform', 'api', 'live']) {
      expect(byId.get(fn).customHeaders).toEqual([{ name: 'x-origin-secret', value: current }]);
      expect(byId.get(fn).customOriginConfig).toMatchObject({
        originProtocolPolicy: 'https-only',
        originSslProtocols: ['TLSv1.2'],
      });
    }
    const vpc = one(graph, 'aws:cloudfront/vpcOrigin:VpcOrigin', 'ZeroOrigin');
    expect(byId.get('zero').vpcOriginConfig.vpcOriginId).toBe(vpc.id);
    // Third parties get no secret of ours.
    for (const [party, domainName, originPath] of [
      ['usage', 'eu.i.posthog.com', '/i/v0/e'],
      ['errors', 'o1.ingest.de.sentry.io', '/api/4711/envelope'],
    ]) {
      expect(byId.get(party!)).toMatchObject({ domainName, originPath });
      expect(byId.get(party!)).not.toHaveProperty('customHeaders');
      expect(byId.get(party!).customOriginConfig).toMatchObject({
        originProtocolPolicy: 'https-only',
        originSslProtocols: ['TLSv1.2'],
      });
    }
    expect(byId.size).toBe(9);
    // The secret is marked as secret in the state, too.
    expect(distribution.secrets).toContain('origins');
  });

  it('changes after everything that accepts its secret, and the page after the site’s files', () => {
    const named = (type: string) => distribution.dependsOn.filter((urn) => urn.includes(type));
    expect(named('aws:lambda/function:Function').length).toBeGreaterThanOrEqual(13);
    const page = ofType(graph, 'aws:lambda/function:Function').find(({ inputs }) => inputs['name'].endsWith('-page'))!;
    const files = siteObjects(graph);
    expect(page.dependsOn).toEqual(expect.arrayContaining(files.map(({ urn }) => urn)));
  });

  it('may call the two functions by URL, as that of own domains may, and nothing else', () => {
    const permissions = ofType(graph, 'aws:lambda/permission:Permission').filter(
      ({ inputs }) => inputs['principal'] === 'cloudfront.amazonaws.com',
    );
    const given = permissions.map(({ inputs }) =>
      [inputs['function'].replace(/^.*-/, ''), inputs['action'], inputs['sourceArn']].join(' '),
    );
    const actions = ['lambda:InvokeFunction', 'lambda:InvokeFunctionUrl'];
    const wanted = ['page', 'transform'].flatMap((fn) =>
      actions.flatMap((action) =>
        [distribution.arn, 'output-DistributionArn'].map((arn) => [fn, action, arn].join(' ')),
      ),
    );
    expect(given.toSorted()).toEqual(wanted.toSorted());
    for (const { inputs } of permissions) {
      if (inputs['action'] === 'lambda:InvokeFunction') expect(inputs['invokedViaFunctionUrl']).toBe(true);
    }
  });

  it('has its functions; two read the keys, which are secret', () => {
    const functions = ofType(graph, 'aws:cloudfront/function:Function');
    expect(functions).toHaveLength(EDGE_FUNCTIONS.length);
    for (const { inputs } of functions) {
      expect(inputs).toMatchObject({ runtime: 'cloudfront-js-2.0', publish: true });
      expect(Buffer.byteLength(inputs['code'])).toBeLessThan(10 * 1024);
      const reads = /-(image-request|page-response)$/.test(inputs['name']) ? 1 : 0;
      expect(inputs['keyValueStoreAssociations']).toHaveLength(reads);
      expect(inputs['code'].includes('cloudfront')).toBe(reads === 1);
    }
    const keys = one(graph, 'aws:cloudfront/keyvaluestoreKey:KeyvaluestoreKey', 'ImageTokenKeys');
    expect(keys.inputs).toMatchObject({ key: IMAGE_TOKEN_KEYS, value: stageEnv()['SST_SECRET_ImageTokenKey'] });
    expect(keys.secrets).toContain('value');
  });

  it('uses few of the account’s policies', () => {
    // The quota is 20 of each kind and account, for all stages together (developer guide, "Quotas on policies").
    expect(ofType(graph, 'aws:cloudfront/cachePolicy:CachePolicy').length).toBeLessThanOrEqual(3);
    expect(ofType(graph, 'aws:cloudfront/originRequestPolicy:OriginRequestPolicy').length).toBeLessThanOrEqual(2);
    expect(ofType(graph, HEADERS_POLICY).length).toBeLessThanOrEqual(4);
  });

  it('does not cache errors', () => {
    for (const response of distribution.inputs['customErrorResponses']) expect(response.errorCachingMinTtl).toBe(0);
    expect(distribution.inputs['customErrorResponses']).toHaveLength(10);
  });

  it('uploads every file of the build, and keeps those of the previous build', () => {
    const files = siteObjects(graph);
    expect(files.length).toBeGreaterThan(20);
    for (const { inputs, retainOnDelete } of files) {
      expect(inputs['key']).not.toMatch(/\.html$/);
      expect(inputs['contentType']).not.toBe('application/octet-stream');
      expect(retainOnDelete).toBe(true);
    }
    expect(files.find(({ inputs }) => inputs['key'] === 'sw.js')?.inputs['cacheControl']).toBe('no-cache');
  });

  it('has a firewall and an anonymised log in a protected stage, both in us-east-1', () => {
    const acls = ofType(graph, 'aws:wafv2/webAcl:WebAcl');
    const logs = ofType(graph, 'aws:cloudwatch/logDelivery:LogDelivery');
    expect([acls.length, logs.length]).toEqual(stage === 'production' ? [1, 1] : [0, 0]);
    for (const { inputs } of [...acls, ...logs]) expect(inputs['region']).toBe('us-east-1');
    for (const { arn, inputs } of acls) {
      expect(distribution.inputs['webAclId']).toBe(arn);
      expect(inputs['rules'].map(({ name }: any) => name)).toEqual([
        'pictures-visitor',
        'pictures-member',
        'pictures',
        'requests',
      ]);
      // zero-cache sends all users' requests from one address.
      const limited = (path: string) =>
        inputs['rules'].filter((rule: any) => inScope(rule, path)).map(({ name }: any) => name);
      expect([
        limited('/api/images/a/b.jpg'),
        limited('/api/zero/query'),
        limited('/api/accounts'),
        limited('/'),
      ]).toEqual([['pictures-visitor', 'pictures-member', 'pictures'], [], ['requests'], ['requests']]);
      expect(JSON.stringify(inputs)).not.toContain('"sampledRequestsEnabled":true');
    }
    for (const { inputs } of logs) {
      expect(inputs['recordFields'].join(' ')).not.toMatch(/c-ip|cookie|uri|query|referer|user-agent|forwarded/i);
    }
  });
});

/** Whether a firewall rule counts a request for this path. */
function inScope(rule: any, path: string): boolean {
  const holds = (statement: any): boolean => {
    if (statement.notStatement) return !statement.notStatement.statements.every(holds);
    if (statement.orStatement) return statement.orStatement.statements.some(holds);
    const { positionalConstraint, searchString } = statement.byteMatchStatement;
    return positionalConstraint === 'STARTS_WITH' && path.startsWith(searchString);
  };
  return holds(rule.statement.rateBasedStatement.scopeDownStatement);
}
