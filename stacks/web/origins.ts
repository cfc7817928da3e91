/** Where the distribution asks, each by a way that is closed to everyone else. */

/** `pictures` is a group: the bucket, and the function that makes what the bucket does not have. */
export type OriginName = 'site' | 'renditions' | 'transform' | 'pictures' | 'api' | 'page' | 'zero';

/** S is a text, or one that is known later. */
export interface OriginTargets<S> {
  /** Host names. */
  domains: Readonly<Record<Exclude<OriginName, 'pictures'>, S>>;
  /** Origin access controls: CloudFront signs what it asks of them. */
  bucketAccess: S;
  functionAccess: S;
  /** The VPC origin of zero's balancer. */
  zeroOrigin: S;
  /** Sent to our functions, who refuse what comes without it. */
  originSecret: S;
}

/** Seconds without a byte until CloudFront gives up: above the function's own limit, so that it can answer itself. */
const READ_S = { short: 30, long: 65 };
/** How long a connection is kept for the next request, in seconds. */
const KEEP_S = 60;

export function origins<S>({ domains, bucketAccess, functionAccess, zeroOrigin, originSecret }: OriginTargets<S>) {
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
    // HTTP APIs know no access control for an origin: the header is all that keeps others out.
    { originId: 'api', domainName: domains.api, customHeaders, customOriginConfig: overTls(READ_S.short) },
    {
      originId: 'page',
      domainName: domains.page,
      originAccessControlId: functionAccess,
      customHeaders,
      customOriginConfig: overTls(READ_S.short),
    },
    {
      originId: 'zero',
      domainName: domains.zero,
      vpcOriginConfig: { vpcOriginId: zeroOrigin, originReadTimeout: READ_S.long, originKeepaliveTimeout: KEEP_S },
    },
  ] satisfies readonly { originId: OriginName; domainName: S; [setting: string]: unknown }[];
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

/** A bucket whose keys the distribution may not list says 403 for what it does not have. */
export const ORIGIN_GROUPS = [
  {
    originId: 'pictures',
    failoverCriteria: { statusCodes: [403, 404] },
    members: [{ originId: 'renditions' }, { originId: 'transform' }],
  },
];
