import { isUnseen, type RawRequest, viewerRequest } from './edge-events.ts';
import type { EdgeScript, EdgeSurroundings } from './edge-runtime.ts';
import type { EdgeOutcome } from './edge-validation.ts';

/*
 * Simulates a distribution from its configuration: which behaviour matches a request, the result of its functions, the
 * cache key, and the request to the origin (developer guide, "Cache behavior settings", "Understand the cache key" and
 * "Control origin requests with a policy").
 */

interface KeyPolicy {
  minTtl: number;
  defaultTtl: number;
  maxTtl: number;
  parametersInCacheKeyAndForwardedToOrigin: {
    headersConfig: { headerBehavior: string; headers?: { items: readonly string[] } | undefined };
    cookiesConfig: { cookieBehavior: string };
    queryStringsConfig: { queryStringBehavior: string };
    enableAcceptEncodingGzip: boolean;
  };
}

/** The headers that a policy of the stage forwards, neither cookies nor the query. */
interface ForwardPolicy {
  headersConfig: { headers: { items: readonly string[] } };
}

export interface SimulatedBehaviour {
  pathPattern?: string;
  targetOriginId: string;
  viewerProtocolPolicy: string;
  allowedMethods: readonly string[];
  cachePolicyId: string;
  originRequestPolicyId?: string | undefined;
  functionAssociations: readonly { eventType: string; functionArn: string }[];
}

export interface SimulatedDistribution {
  orderedCacheBehaviors: readonly SimulatedBehaviour[];
  defaultCacheBehavior: SimulatedBehaviour;
  originGroups: readonly { originId: string; members: readonly { originId: string }[] }[];
  /** The stage's own policies, by id. */
  cachePolicies: Readonly<Record<string, KeyPolicy>>;
  originRequestPolicies: Readonly<Record<string, ForwardPolicy>>;
  /** Functions by ARN. */
  functions: Readonly<Record<string, { name: string; run: EdgeScript }>>;
}

export type Walk =
  | { by: 'cloudfront'; status: number }
  | { by: 'function'; name: string; status: number }
  | {
      by: 'origin';
      /** Origins in the order of requests. */
      origins: readonly string[];
      path: string;
      /** null if the response is never cached. */
      key: string | null;
      headers: Readonly<Record<string, string>>;
      cookies: readonly string[];
      functions: readonly string[];
    };

const NOTHING: KeyPolicy = policy(0, 0, 0);
/** AWS-managed policies that the distribution uses, as the guide lists them. */
const MANAGED_CACHE: Readonly<Record<string, KeyPolicy>> = {
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': NOTHING,
  '658327ea-f89d-4fab-a63d-7e88639e58f6': policy(1, 86_400, 31_536_000),
};
const MANAGED_ORIGIN_REQUEST: Readonly<Record<string, (header: string) => boolean>> = {
  '216adef6-5c7f-47e4-b989-5492eafa07d3': () => true,
  'b689b0a8-53d0-40ab-baf2-68738e2966ac': (header) => header !== 'host',
};

export async function walk(
  distribution: SimulatedDistribution,
  raw: RawRequest,
  surroundings: EdgeSurroundings,
): Promise<Walk> {
  const event = viewerRequest(raw);
  const behaviour = behaviourFor(distribution, event.request.uri);
  if (!behaviour.allowedMethods.includes(event.request.method)) return { by: 'cloudfront', status: 403 };
  const fn = functionAt('viewer-request', behaviour, distribution);
  const outcome: EdgeOutcome = fn ? await fn.run(event, surroundings) : { kind: 'request', request: event.request };
  if (outcome.kind === 'response') return { by: 'function', name: fn!.name, status: outcome.status };
  const group = distribution.originGroups.find(({ originId }) => originId === behaviour.targetOriginId);
  const after = functionAt('viewer-response', behaviour, distribution);
  return {
    by: 'origin',
    origins: group?.members.map(({ originId }) => originId) ?? [behaviour.targetOriginId],
    functions: [fn, after].flatMap((one) => (one ? [one.name] : [])),
    ...toOrigin(distribution, behaviour, outcome.request),
  };
}

/** "CloudFront normalizes URI paths consistent with RFC 3986 and then matches the path"; the first pattern wins. */
export function behaviourFor(distribution: SimulatedDistribution, uri: string): SimulatedBehaviour {
  const path = URL.parse(`http://x${uri.startsWith('/') ? uri : `/${uri}`}`)?.pathname ?? uri;
  const found = distribution.orderedCacheBehaviors.find(({ pathPattern = '' }) => fits(pathPattern, path));
  return found ?? distribution.defaultCacheBehavior;
}

/** `*` matches any number of characters, `?` matches one. */
function fits(pattern: string, path: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(path);
}

function functionAt(type: string, behaviour: SimulatedBehaviour, { functions }: SimulatedDistribution) {
  const found = behaviour.functionAssociations.find(({ eventType }) => eventType === type);
  if (found && !functions[found.functionArn]) throw new Error(`no function ${found.functionArn}`);
  return found && functions[found.functionArn]!;
}

type Request = Extract<EdgeOutcome, { kind: 'request' }>['request'];

function toOrigin(
  { cachePolicies, originRequestPolicies }: SimulatedDistribution,
  behaviour: SimulatedBehaviour,
  request: Request,
) {
  const cache = MANAGED_CACHE[behaviour.cachePolicyId] ?? cachePolicies[behaviour.cachePolicyId];
  if (!cache) throw new Error(`no cache policy ${behaviour.cachePolicyId}`);
  const { headersConfig, cookiesConfig, queryStringsConfig } = cache.parametersInCacheKeyAndForwardedToOrigin;
  const forwardId = behaviour.originRequestPolicyId;
  const forward = forwardId ? MANAGED_ORIGIN_REQUEST[forwardId] : undefined;
  const own = forwardId ? originRequestPolicies[forwardId]?.headersConfig.headers.items : undefined;
  if (forwardId && !forward && !own) throw new Error('no such origin request policy');
  const inKey = (headersConfig.headers?.items ?? []).map((name) => name.toLowerCase());
  const all = Object.entries(request.headers).map(([name, { value }]): [string, string] => [name, value]);
  const sent = all.filter(
    ([name]) => !isUnseen(name) && (inKey.includes(name) || forward?.(name) || own?.includes(name)),
  );
  const query = queryStringsConfig.queryStringBehavior === 'all' || forward ? queryOf(request) : '';
  const kept = cache.maxTtl > 0 && ['GET', 'HEAD'].includes(request.method);
  const keyParts = [
    request.uri,
    queryStringsConfig.queryStringBehavior === 'all' ? queryOf(request) : '',
    ...inKey.map((name) => request.headers[name]?.value ?? ''),
  ];
  return {
    path: query ? `${request.uri}?${query}` : request.uri,
    key: kept ? keyParts.join(' ') : null,
    headers: Object.fromEntries(sent),
    cookies: forward || cookiesConfig.cookieBehavior === 'all' ? Object.keys(request.cookies) : [],
  };
}

function queryOf({ querystring }: Request): string {
  return Object.entries(querystring)
    .flatMap(([name, { value, multiValue }]) => (multiValue ?? [{ value }]).map((one) => `${name}=${one.value}`))
    .join('&');
}

function policy(minTtl: number, defaultTtl: number, maxTtl: number): KeyPolicy {
  return {
    minTtl,
    defaultTtl,
    maxTtl,
    parametersInCacheKeyAndForwardedToOrigin: {
      headersConfig: { headerBehavior: 'none' },
      cookiesConfig: { cookieBehavior: 'none' },
      queryStringsConfig: { queryStringBehavior: 'none' },
      enableAcceptEncodingGzip: maxTtl > 0,
    },
  };
}
