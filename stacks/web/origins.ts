/** Origins of the distribution, each closed to everyone else. */

/** `pictures` is a group: the bucket, then the function that renders missing objects. */
export type OriginName =
  | 'site'
  | 'renditions'
  | 'transform'
  | 'pictures'
  | 'api'
  | 'live'
  | 'page'
  | 'zero'
  | ThirdParty;

/** Origins of a third party, of stages with its key. */
export type ThirdParty = 'usage' | 'errors';

/** PostHog's host in the EU, and its path for events. CloudFront appends the request's path, `/`. */
export const POSTHOG = { host: 'eu.i.posthog.com', path: '/i/v0/e' };

/** S is a string, or one known later. */
export interface OriginTargets<S> {
  /** Host names. */
  domains: Readonly<Record<Exclude<OriginName, 'pictures' | 'zero' | ThirdParty>, S>>;
  /** zero-caches of the groups of studios. */
  zero: readonly { originId: string; domainName: S; vpcOriginId: S }[];
  thirdParties?: Partial<Record<ThirdParty, { host: string; path: string }>>;
  /** Origin access controls: CloudFront signs its requests to them. */
  bucketAccess: S;
  functionAccess: S;
  /** Header value without which our functions refuse requests. */
  originSecret: S;
}

/**
 * Seconds without a byte until CloudFront times out: above the function's own timeout, so that the function responds
 * itself.
 */
const READ_S = { short: 30, long: 65 };
/** Keep-alive of connections, in seconds. */
const KEEP_S = 60;

export function origins<S>(targets: OriginTargets<S>) {
  const { domains, zero, bucketAccess, functionAccess, originSecret, thirdParties = {} } = targets;
  const customHeaders = [{ name: 'x-origin-secret', value: originSecret }];
  return [
    { originId: 'site', domainName: domains.site, originAccessControlId: bucketAccess },
    { originId: 'renditions', domainName: domains.renditions, originAccessControlId: bucketAccess },
    {
      originId: 'transform',
      domainName: domains.transform,
      originAccessControlId: functionAccess,
      customHeaders,
      customOriginConfig: overTls(READ_S.long),
    },
    // HTTP APIs support no origin access control: only the header excludes others.
    { originId: 'api', domainName: domains.api, customHeaders, customOriginConfig: overTls(READ_S.short) },
    // Neither do WebSocket APIs.
    { originId: 'live', domainName: domains.live, customHeaders, customOriginConfig: overTls(READ_S.short) },
    {
      originId: 'page',
      domainName: domains.page,
      originAccessControlId: functionAccess,
      customHeaders,
      customOriginConfig: overTls(READ_S.short),
    },
    ...zero.map(({ originId, domainName, vpcOriginId }) => ({
      originId: originId as 'zero',
      domainName,
      vpcOriginConfig: { vpcOriginId, originReadTimeout: READ_S.long, originKeepaliveTimeout: KEEP_S },
    })),
    // No secret of ours for them.
    ...Object.entries(thirdParties).map(([originId, { host, path }]) => ({
      originId: originId as ThirdParty,
      domainName: host,
      originPath: path,
      customOriginConfig: overTls(READ_S.short),
    })),
  ] satisfies readonly { originId: OriginName; domainName: S | string; [setting: string]: unknown }[];
}

function overTls(readTimeout: number) {
  return {
    httpPort: 80,
    httpsPort: 443,
    originProtocolPolicy: 'https-only',
    originSslProtocols: ['TLSv1.2'],
    originReadTimeout: readTimeout,
    originKeepaliveTimeout: KEEP_S,
  };
}

/** A bucket whose keys the distribution cannot list answers 403 for a missing object. */
export const ORIGIN_GROUPS = [
  {
    originId: 'pictures',
    failoverCriteria: { statusCodes: [403, 404] },
    members: [{ originId: 'renditions' }, { originId: 'transform' }],
  },
];
