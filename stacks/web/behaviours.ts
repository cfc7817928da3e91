/*
 * What the distribution does with each path: the table of functions/edge/route.ts in CloudFront's terms. Plain data,
 * so that tests walk it without a cloud.
 */

import { BEHAVIOURS, METHODS, type Behaviour } from '#functions/edge/route.ts';
import type { CachePolicyName } from './cache-policies.ts';
import type { OriginName } from './origins.ts';

/** Scripts of `.build/edge`, by their file's name. */
export const EDGE_FUNCTIONS = [
  'api-request',
  'image-request',
  'image-response',
  'og-request',
  'page-request',
  'public-api-request',
  'zero-request',
] as const;

export type EdgeFunction = (typeof EDGE_FUNCTIONS)[number];

/**
 * AWS's own policies, the same in every account (developer guide, "Use managed cache policies" and "Use managed origin
 * request policies"). An account has room for 20 policies of each kind and not one more, for all of its stages.
 */
export const MANAGED = {
  cachingDisabled: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
  cachingOptimized: '658327ea-f89d-4fab-a63d-7e88639e58f6',
  allViewer: '216adef6-5c7f-47e4-b989-5492eafa07d3',
  allViewerExceptHost: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
} as const;

interface Plan {
  origin: OriginName;
  /** Pages may be typed without `https`; calls of our own scripts never are, and a redirect would lose their body. */
  viewer: 'redirect-to-https' | 'https-only';
  cache: CachePolicyName | 'cachingDisabled' | 'cachingOptimized';
  /** What goes to the origin beside the cache key; buckets and pages get nothing more. */
  forward?: 'allViewer' | 'allViewerExceptHost';
  compress: boolean;
  onRequest?: EdgeFunction;
  onResponse?: EdgeFunction;
}

export const PLANS: Readonly<Record<Behaviour, Plan>> = {
  site: { origin: 'site', viewer: 'redirect-to-https', cache: 'cachingOptimized', compress: true },
  images: {
    origin: 'pictures',
    viewer: 'https-only',
    cache: 'images',
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
  // Cookies go to the origin and are not in the key. To forward them is also what stops CloudFront from handing one
  // visitor's answer to another who asks at the same moment ("request collapsing" in the developer guide).
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
  // A socket needs the headers of its upgrade, its token in `Sec-WebSocket-Protocol`, and the balancer's cookie.
  zero: {
    origin: 'zero',
    viewer: 'https-only',
    cache: 'cachingDisabled',
    forward: 'allViewer',
    compress: false,
    onRequest: 'zero-request',
  },
  page: { origin: 'page', viewer: 'redirect-to-https', cache: 'page', compress: true, onRequest: 'page-request' },
};

/** Ids of what a behaviour refers to; S is a text, or one that is known later. */
export interface BehaviourIds<S> {
  cachePolicies: Readonly<Record<CachePolicyName, S>>;
  functions: Readonly<Record<EdgeFunction, S>>;
  responseHeadersPolicy: S;
}

/** The distribution's behaviours in order, and the one for everything else, which is the table's last. */
export function cacheBehaviours<S>(ids: BehaviourIds<S>) {
  const last = BEHAVIOURS.at(-1);
  if (last?.pattern !== '*') throw new Error('functions/edge/route.ts: the last pattern must be for everything else');
  return {
    ordered: BEHAVIOURS.slice(0, -1).map(({ pattern, behaviour }) => ({
      pathPattern: pattern,
      ...cacheBehaviour(behaviour, ids),
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
    ...(forward ? { originRequestPolicyId: MANAGED[forward] } : {}),
    responseHeadersPolicyId: ids.responseHeadersPolicy,
    functionAssociations: associations,
  };
}

/** Statuses for which CloudFront takes a time of its own (developer guide, "Configure error response behavior"). */
const ERRORS = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];

/**
 * A refusal may end, and what is not there yet may be there in a moment. Without a word CloudFront keeps errors for ten
 * seconds, for most statuses whatever the origin says of it.
 */
export const ERROR_RESPONSES = ERRORS.map((errorCode) => ({ errorCode, errorCachingMinTtl: 0 }));
