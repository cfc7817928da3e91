import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Edge, startEdge } from '#local/edge/server.ts';
import { siteFileHeaders } from '#functions/edge/response-headers.ts';
import { BEHAVIOURS, RESOURCE_POLICIES, resourcePolicy } from '#functions/edge/route.ts';
import {
  type BehaviourIds,
  behavioursOf,
  cacheBehaviours,
  ERROR_RESPONSES,
  PLANS,
} from '../../stacks/web/behaviours.ts';
import { CACHE_POLICIES } from '../../stacks/web/cache-policies.ts';
import { settingsFor } from '../../stacks/settings.ts';
import { firewallRules } from '../../stacks/web/firewall-rules.ts';
import { ORIGIN_GROUPS, origins, POSTHOG } from '../../stacks/web/origins.ts';
import { connectOrigins, responsePolicy } from '../../stacks/web/response-policy.ts';
import { siteFiles } from '../../stacks/web/site-files.ts';
import { configuredDistribution } from '../support/edge-distribution.ts';
import type { RawRequest } from '../support/edge-events.ts';
import { KEY, NOW } from '../support/edge-image-cases.ts';
import type { SimulatedDistribution } from '../support/edge-simulator.ts';
import { checkShared, checkRouting } from '../support/edge-routing-checks.ts';
import { ROUTING_CASES, type Backend, SHARED_ANSWERS } from '../support/edge-routing-cases.ts';

/** The policy of most behaviours of the product's host. */
const PRODUCT = { resources: 'same-origin', ownsSubdomains: true } as const;

let distribution: SimulatedDistribution;
beforeAll(async () => {
  distribution = await configuredDistribution();
});

describe('in the distribution', () => {
  it.each(ROUTING_CASES.map((one) => [one.title, one] as const))('%s', (_title, one) =>
    checkRouting(distribution, one),
  );
  it.each(SHARED_ANSWERS.map((one) => [one.shared ? 'share' : 'do not share', one.title, one] as const))(
    'a response, they %s: %s',
    (_shared, _title, one) => checkShared(distribution, one),
  );
});

describe('in the local edge', () => {
  let edge: Edge;
  let servers: Server[];
  let siteDir: string;
  let asked: { backend: Backend; request: IncomingMessage }[];

  beforeEach(async () => {
    asked = [];
    siteDir = mkdtempSync(join(tmpdir(), 'albumen-walk-'));
    for (const { backend, request } of ROUTING_CASES) {
      if (backend !== 'site') continue;
      mkdirSync(dirname(join(siteDir, request.path)), { recursive: true });
      writeFileSync(join(siteDir, request.path), 'built');
    }
    servers = [];
    const [functionsUrl, storageUrl, zeroUrl] = await Promise.all(
      (['functions', 'storage', 'zero'] as const).map((backend) => listen(backend)),
    );
    edge = await startEdge({
      port: 0,
      siteDir,
      functionsUrl: functionsUrl!,
      zeroUrls: { '/zero': zeroUrl! },
      distributionId: 'EDFDVBD6EXAMPLE',
      storage: {
        endpoint: storageUrl!,
        region: 'x',
        accessKeyId: 'x',
        secretAccessKey: 'x',
        renditionsBucket: 'bucket',
      },
      originSecret: 'secret',
      imageTokenKeys: [KEY],
      connectOrigins: [],
      now: () => NOW,
    });
  });

  afterEach(async () => {
    await edge.close();
    for (const server of servers) {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    }
    rmSync(siteDir, { recursive: true });
  });

  async function listen(backend: Backend): Promise<string> {
    const server = createServer((request, response) => {
      asked.push({ backend, request });
      response.writeHead(200, { 'cache-control': 'public, s-maxage=60' }).end('answer');
    });
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Status of the response and whether it was cached. Sends exactly this path: fetch would normalise it. */
  function ask({ path, method = 'GET', headers = {} }: RawRequest): Promise<{ status: number; kept: boolean }> {
    return new Promise((resolve, reject) => {
      const { port } = new URL(edge.origin);
      const outgoing = httpRequest(
        { host: '127.0.0.1', port, path, method, headers: headers as Record<string, string>, agent: false },
        (response) => {
          const kept = response.headers['x-cache'] === 'hit';
          response.resume().once('end', () => resolve({ status: response.statusCode!, kept }));
        },
      );
      outgoing.once('error', reject).end();
    });
  }

  it.each(ROUTING_CASES.map((one) => [one.title, one] as const))('%s', async (_title, expected) => {
    const { status } = await ask(expected.request);
    expect(status).toBe(expected.status ?? 200);
    if (expected.backend === 'nobody' || expected.backend === 'site') return expect(asked).toEqual([]);
    expect(asked.map(({ backend }) => backend)).toEqual([expected.backend]);
    const { url = '', headers } = asked[0]!.request;
    expect(url.replace(/^\/bucket/, '')).toBe(expected.path ?? expected.request.path);
    if (expected.headers)
      expect(headers).toMatchObject(Object.fromEntries(expected.headers.map((name) => [name, expect.any(String)])));
    if (expected.cookies) expect(headers.cookie ?? '').toBe(expected.cookies.map((name) => `${name}=1`).join('; '));
  });

  it.each(SHARED_ANSWERS.map((one) => [one.shared ? 'share' : 'do not share', one.title, one] as const))(
    'a response, they %s: %s',
    async (_shared, _title, { one, other, shared }) => {
      await ask(one);
      expect(await ask(other)).toEqual({ status: 200, kept: shared });
    },
  );
});

describe('limits of CloudFront (developer guide, "Quotas")', () => {
  it('of a distribution: 75 behaviours, 25 origins, 10 groups, 10 headers to an origin', () => {
    const all = origins({
      domains: { site: 's', renditions: 'r', transform: 't', api: 'a', live: 'l', page: 'p' },
      zero: [{ originId: 'zero', domainName: 'z', vpcOriginId: 'v' }],
      bucketAccess: 'b',
      functionAccess: 'f',
      originSecret: 'x',
      thirdParties: { usage: POSTHOG, errors: { host: 'e', path: '/api/1/envelope' } },
    });
    expect(BEHAVIOURS.length).toBeLessThanOrEqual(75);
    expect(all.length).toBeLessThanOrEqual(25);
    expect(ORIGIN_GROUPS.length).toBeLessThanOrEqual(10);
    for (const origin of all) {
      expect('customHeaders' in origin ? (origin.customHeaders ?? []).length : 0).toBeLessThanOrEqual(10);
      const config = 'customOriginConfig' in origin ? origin.customOriginConfig : undefined;
      expect(config?.originReadTimeout ?? 30).toBeLessThanOrEqual(120);
      expect(config?.originKeepaliveTimeout ?? 5).toBeLessThanOrEqual(120);
    }
    const known = new Set([...all, ...ORIGIN_GROUPS].map(({ originId }) => originId));
    for (const { origin } of Object.values(PLANS)) expect(known).toContain(origin);
  });

  it('each group of studios has a path, and an origin of that name, instead of the only one', () => {
    const zeroOf = (groups: readonly { number: number }[]) =>
      behavioursOf(groups).flatMap(({ pattern, behaviour }) => (behaviour === 'zero' ? [pattern] : []));
    expect(zeroOf([{ number: 0 }])).toEqual(['/zero/*']);
    expect(zeroOf([{ number: 1 }, { number: 12 }])).toEqual(['/zero-1/*', '/zero-12/*']);
    const none = { cachePolicies: {}, originRequestPolicies: {}, functions: {}, responseHeadersPolicies: {} };
    const { ordered } = cacheBehaviours(none as BehaviourIds<string>, behavioursOf([{ number: 0 }, { number: 12 }]));
    const origin = (pathPattern: string) => ordered.find((one) => one.pathPattern === pathPattern)!.targetOriginId;
    expect([origin('/zero/*'), origin('/zero-12/*'), origin('/ws')]).toEqual(['zero', 'zero-12', 'live']);
  });

  it('of policies: 10 headers each in key and response, and removed; 1,783 characters of a value', () => {
    for (const { parametersInCacheKeyAndForwardedToOrigin: key } of Object.values(CACHE_POLICIES)) {
      expect(key.headersConfig.headers?.items.length ?? 0).toBeLessThanOrEqual(10);
    }
    const longest = 'a'.repeat(63);
    const policy = responsePolicy(
      connectOrigins(
        `${longest}.${longest}.example`,
        `https://${longest}.supabase.co`,
        [longest, longest].map((bucket) => `${bucket}.s3.ap-southeast-3.amazonaws.com`),
      ),
      true,
      PRODUCT,
    );
    const { contentSecurityPolicy } = policy.securityHeadersConfig.contentSecurityPolicy;
    expect(contentSecurityPolicy.length).toBeLessThanOrEqual(1783);
    expect(policy.customHeadersConfig.items.length).toBeLessThanOrEqual(10);
    expect(policy.removeHeadersConfig.items.length).toBeLessThanOrEqual(10);
    for (const { value } of policy.customHeadersConfig.items) expect(value.length).toBeLessThanOrEqual(1783);
  });
});

it('error responses are uncached in every behaviour, and others follow their headers', () => {
  expect(ERROR_RESPONSES.map(({ errorCode }) => errorCode)).toEqual([400, 403, 404, 405, 414, 500, 501, 502, 503, 504]);
  for (const response of ERROR_RESPONSES)
    expect(response).toEqual({ errorCode: response.errorCode, errorCachingMinTtl: 0 });
  for (const { minTtl } of Object.values(CACHE_POLICIES)) expect(minTtl).toBe(0);
});

it('pages may connect to the socket, the auth server and the buckets; the policy is complete', () => {
  const policy = responsePolicy(
    connectOrigins('studio.example', 'https://x.supabase.co/', ['originals.s3.test', 'renditions.s3.test']),
    false,
    PRODUCT,
  );
  const { contentSecurityPolicy, strictTransportSecurity, referrerPolicy } = policy.securityHeadersConfig;
  expect(contentSecurityPolicy.contentSecurityPolicy).toContain(
    "connect-src 'self' wss://studio.example https://x.supabase.co https://originals.s3.test https://renditions.s3.test;",
  );
  // The page function's policy, which allows what its HTML has inline, takes precedence; of all else ours does.
  expect([contentSecurityPolicy.override, strictTransportSecurity.override, referrerPolicy.override]).toEqual([
    false,
    true,
    true,
  ]);
  expect(strictTransportSecurity).toMatchObject({ accessControlMaxAgeSec: 63_072_000, includeSubdomains: true });
  // Below a studio's own domain there may be hosts without TLS.
  const ofTenants = responsePolicy([], false, { ...PRODUCT, ownsSubdomains: false }).securityHeadersConfig
    .strictTransportSecurity;
  expect(ofTenants).toMatchObject({ accessControlMaxAgeSec: 63_072_000, includeSubdomains: false });
  expect(referrerPolicy.referrerPolicy).toBe('strict-origin-when-cross-origin');
  // CloudFront has separate fields for these headers.
  const custom = policy.customHeadersConfig.items.map(({ header }) => header);
  expect(custom).toEqual(['permissions-policy', 'cross-origin-opener-policy', 'cross-origin-resource-policy']);
});

it('lets other origins show public objects, such as a logo within a mail, and nothing else', () => {
  const shared = BEHAVIOURS.filter(({ behaviour }) => resourcePolicy(behaviour) === 'cross-origin');
  expect(shared.map(({ pattern }) => pattern)).toEqual(['/api/fonts/*', '/api/logos/*', '/og/*', '/site/*']);
  for (const resources of RESOURCE_POLICIES) {
    const { items } = responsePolicy([], false, { ...PRODUCT, resources }).customHeadersConfig;
    const header = 'cross-origin-resource-policy';
    expect(items.find((item) => item.header === header)).toEqual({ header, value: resources, override: true });
  }
});

it('allows Cloudflare’s script and frame only if sign-in requires a captcha', () => {
  const sources = (captcha: boolean) => {
    const { contentSecurityPolicy } = responsePolicy([], captcha, PRODUCT).securityHeadersConfig.contentSecurityPolicy;
    return contentSecurityPolicy.split('; ').filter((directive) => directive.includes('cloudflare'));
  };
  expect(sources(true)).toEqual([
    "script-src 'self' https://challenges.cloudflare.com",
    "frame-src 'self' https://challenges.cloudflare.com",
  ]);
  expect(sources(false)).toEqual([]);
});

it('the firewall counts images by token and address, and other requests separately', () => {
  const rules = firewallRules({ pictures: 6000, picturesOfAddress: 60_000, requests: 3000 });
  const counted = rules.map(({ name, statement: { rateBasedStatement } }) => {
    const { limit, evaluationWindowSec, scopeDownStatement, ...by } = rateBasedStatement;
    expect(evaluationWindowSec).toBe(300);
    expect(JSON.stringify(scopeDownStatement)).toContain('/api/images/');
    return [name, limit, 'notStatement' in scopeDownStatement, by];
  });
  const byToken = (name: string) => ({
    aggregateKeyType: 'CUSTOM_KEYS',
    customKeys: [{ ip: {} }, { cookie: { name, textTransformations: [{ priority: 0, type: 'NONE' }] } }],
  });
  expect(counted).toEqual([
    ['pictures-visitor', 6000, false, byToken('image_token')],
    ['pictures-member', 6000, false, byToken('member_image_token')],
    ['pictures', 60_000, false, { aggregateKeyType: 'IP' }],
    ['requests', 3000, true, { aggregateKeyType: 'IP' }],
  ]);
});

it('the firewall lets the guests of one venue share its address', () => {
  const { firewall } = settingsFor('production');
  const guests = 200;
  // Requests for a page with its API and assets; images of a gallery of 100 photos in three sizes.
  expect(firewall!.requests).toBeGreaterThanOrEqual(guests * 50);
  expect(firewall!.picturesOfAddress).toBeGreaterThanOrEqual(guests * 300);
});

describe('files of the site', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'albumen-site-'));
    for (const file of ['index.html', 'app.html', 'sw.js', 'assets/app-1a2b.js', 'locales/en/common.json']) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), file);
    }
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are all but the two documents, with the local edge’s headers', () => {
    const files = siteFiles(folder);
    expect(files.map(({ key }) => key)).toEqual(['assets/app-1a2b.js', 'locales/en/common.json', 'sw.js']);
    for (const { key, contentType, cacheControl } of files) {
      expect(siteFileHeaders(`/${key}`)).toEqual({ 'content-type': contentType, 'cache-control': cacheControl });
    }
    expect(files.map(({ cacheControl }) => cacheControl)).toEqual([
      'public, max-age=31536000, immutable',
      'public, max-age=3600, must-revalidate',
      'no-cache',
    ]);
  });

  it('are built before', () => {
    expect(() => siteFiles(join(folder, 'none'))).toThrow('npm run build');
  });
});
