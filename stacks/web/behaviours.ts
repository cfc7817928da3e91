/*
 * The distribution's behaviour for each path: the table of functions/edge/route.ts in CloudFront's terms. Plain data,
 * so that tests evaluate it without AWS.
 */

import { groupSuffix, type SyncGroup } from '#core/domain/studio/sync-groups.ts';
import { BEHAVIOURS, METHODS, type Behaviour, resourcePolicy, type ResourcePolicy } from '#functions/edge/route.ts';
import type { CachePolicyName, OriginRequestPolicyName } from './cache-policies.ts';
import type { OriginName } from './origins.ts';

/** Scripts of `.build/edge` by file name. */
export const EDGE_FUNCTIONS = [
  'api-request',
  'image-request',
  'image-response',
  'og-request',
  'own-page-request',
  'page-request',
  'page-response',
  'public-api-request',
  'report-request',
  'zero-request',
] as const;

export type EdgeFunction = (typeof EDGE_FUNCTIONS)[number];

/**
 * AWS's managed policies, equal in every account (developer guide, "Use managed cache policies" and "Use managed origin
 * request policies"). An account may have only 20 own policies of each kind for all its stages.
 */
const MANAGED = {
  cachingDisabled: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
  cachingOptimized: '658327ea-f89d-4fab-a63d-7e88639e58f6',
  allViewer: '216adef6-5c7f-47e4-b989-5492eafa07d3',
  allViewerExceptHost: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
} as const;

interface Plan {
  origin: OriginName;
  /** Users may type page URLs without `https`. Our scripts never call HTTP, and a redirect would lose the body. */
  viewer: 'redirect-to-https' | 'https-only';
  cache: CachePolicyName | 'cachingDisabled' | 'cachingOptimized';
  /** Values forwarded to the origin beside the cache key; pages get none. */
  forward?: OriginRequestPolicyName | 'allViewer' | 'allViewerExceptHost';
  compress: boolean;
  onRequest?: EdgeFunction;
  onResponse?: EdgeFunction;
}

/** Pages of both kinds of hosts, which differ in what passes of a query (functions/edge/page-request.ts). */
const PAGE = {
  origin: 'page',
  viewer: 'redirect-to-https',
  cache: 'page',
  compress: true,
  onResponse: 'page-response',
} as const;

export const PLANS: Readonly<Record<Behaviour, Plan>> = {
  site: { origin: 'site', viewer: 'redirect-to-https', cache: 'cachingOptimized', compress: true },
  images: {
    origin: 'pictures',
    viewer: 'https-only',
    cache: 'images',
    forward: 'images',
    compress: false,
    onRequest: 'image-request',
    onResponse: 'image-response',
  },
  og: {
    origin: 'renditions',
    viewer: 'redirect-to-https',
    cache: 'cachingOptimized',
    compress: false,
    onRequest: 'og-request',
  },
  // Cookies are forwarded without being part of the key. Forwarding them also disables request collapsing (developer
  // guide), by which CloudFront would share one visitor's response with a concurrent one.
  'public-api': {
    origin: 'api',
    viewer: 'https-only',
    cache: 'publicApi',
    forward: 'allViewerExceptHost',
    compress: true,
    onRequest: 'public-api-request',
  },
  api: {
    origin: 'api',
    viewer: 'https-only',
    cache: 'cachingDisabled',
    forward: 'allViewerExceptHost',
    compress: true,
    onRequest: 'api-request',
  },
  // As above: cookie and query say who it is, and the gateway has a host of its own.
  live: {
    origin: 'live',
    viewer: 'https-only',
    cache: 'cachingDisabled',
    forward: 'allViewerExceptHost',
    compress: false,
    onRequest: 'api-request',
  },
  // A socket needs the headers of its upgrade, its token in `Sec-WebSocket-Protocol`, and the balancer's cookie.
  zero: {
    origin: 'zero',
    viewer: 'https-only',
    cache: 'cachingDisabled',
    forward: 'allViewer',
    compress: false,
    onRequest: 'zero-request',
  },
  // Neither cookies nor query reach third parties. CloudFront adds the viewer's address (`x-forwarded-for`).
  usage: {
    origin: 'usage',
    viewer: 'https-only',
    cache: 'cachingDisabled',
    forward: 'reports',
    compress: false,
    onRequest: 'report-request',
  },
  errors: {
    origin: 'errors',
    viewer: 'https-only',
    cache: 'cachingDisabled',
    forward: 'reports',
    compress: false,
    onRequest: 'report-request',
  },
  page: { ...PAGE, onRequest: 'page-request' },
  'own-page': { ...PAGE, onRequest: 'own-page-request' },
};

/** Returns the product's behaviours in a stage with these groups of studios, each of which has a path and an origin. */
export const behavioursOf = (groups: readonly Pick<SyncGroup, 'number'>[]): typeof BEHAVIOURS =>
  BEHAVIOURS.filter(({ pattern }) => pattern !== '/zero-*').flatMap((row) =>
    row.behaviour === 'zero'
      ? groups.map(({ number }) => ({ ...row, pattern: `/zero${groupSuffix(number)}/*` }))
      : [row],
  );

/** Ids that a behaviour refers to; S is a string, or one known later. */
export interface BehaviourIds<S> {
  cachePolicies: Readonly<Record<CachePolicyName, S>>;
  originRequestPolicies: Readonly<Record<OriginRequestPolicyName, S>>;
  functions: Readonly<Record<EdgeFunction, S>>;
  responseHeadersPolicies: Readonly<Record<ResourcePolicy, S>>;
}

/**
 * Returns a distribution's behaviours in order, and the default behaviour, the table's last.
 * @param table of the product's host, or of studios' own domains
 */
export function cacheBehaviours<S>(ids: BehaviourIds<S>, table: typeof BEHAVIOURS = BEHAVIOURS) {
  const last = table.at(-1);
  if (last?.pattern !== '*') throw new Error('functions/edge/route.ts: the last pattern must be for everything else');
  return {
    ordered: table.slice(0, -1).map(({ pattern, behaviour }) => ({
      pathPattern: pattern,
      ...cacheBehaviour(behaviour, ids),
      // A group's origin is named as its path.
      ...(behaviour === 'zero' && { targetOriginId: pattern.slice(1, -2) }),
    })),
    default: cacheBehaviour(last.behaviour, ids),
  };
}

function cacheBehaviour<S>(behaviour: Behaviour, ids: BehaviourIds<S>) {
  const { origin, viewer, cache, forward, compress, onRequest, onResponse } = PLANS[behaviour];
  const associations = [
    ...(onRequest ? [{ eventType: 'viewer-request', functionArn: ids.functions[onRequest] }] : []),
    ...(onResponse ? [{ eventType: 'viewer-response', functionArn: ids.functions[onResponse] }] : []),
  ];
  return {
    targetOriginId: origin,
    viewerProtocolPolicy: viewer,
    allowedMethods: [...METHODS[behaviour]],
    cachedMethods: ['GET', 'HEAD'],
    compress,
    cachePolicyId:
      cache === 'cachingDisabled' || cache === 'cachingOptimized' ? MANAGED[cache] : ids.cachePolicies[cache],
    ...(forward
      ? {
          originRequestPolicyId:
            forward === 'images' || forward === 'reports' ? ids.originRequestPolicies[forward] : MANAGED[forward],
        }
      : {}),
    responseHeadersPolicyId: ids.responseHeadersPolicies[resourcePolicy(behaviour)],
    functionAssociations: associations,
  };
}

/** Statuses with their own cache time in CloudFront (developer guide, "Configure error response behavior"). */
const ERRORS = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];

/**
 * Not cached: a refusal may end, and a missing object may be stored a moment later. By default CloudFront caches errors
 * for ten seconds, most of them regardless of the origin's headers.
 */
export const ERROR_RESPONSES = ERRORS.map((errorCode) => ({ errorCode, errorCachingMinTtl: 0 }));
