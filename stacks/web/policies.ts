import { RESOURCE_POLICIES, type ResourcePolicy } from '#functions/edge/route.ts';
import { logical, physical } from '../names.ts';
import type { Secrets } from '../secrets.ts';
import type { Storage } from '../storage.ts';
import {
  CACHE_POLICIES,
  type CachePolicyName,
  ORIGIN_REQUEST_POLICIES,
  type OriginRequestPolicyName,
} from './cache-policies.ts';
import { connectOrigins, responsePolicy } from './response-policy.ts';

/** Creates the stage's own cache policies; returns their ids by name. */
export function cachePolicies(): Record<CachePolicyName, $util.Output<string>> {
  const ids = Object.entries(CACHE_POLICIES).map(([name, args]) => {
    const policy = new aws.cloudfront.CachePolicy(`Cache${logical(name)}`, {
      name: physical(`cache-${name}`),
      ...args,
    });
    return [name, policy.id] as const;
  });
  return Object.fromEntries(ids) as Record<CachePolicyName, $util.Output<string>>;
}

/** Creates the stage's own origin request policies; returns their ids by name. */
export function originRequestPolicies(): Record<OriginRequestPolicyName, $util.Output<string>> {
  const ids = Object.entries(ORIGIN_REQUEST_POLICIES).map(([name, args]) => {
    const policy = new aws.cloudfront.OriginRequestPolicy(`Forward${logical(name)}`, {
      name: physical(`forward-${name}`),
      ...args,
    });
    return [name, policy.id] as const;
  });
  return Object.fromEntries(ids) as Record<OriginRequestPolicyName, $util.Output<string>>;
}

/** Returns the origins that pages may connect to beside their own. */
export function pageOrigins(
  host: string,
  { supabaseUrl }: Pick<Secrets, 'supabaseUrl'>,
  { originals, renditions }: Storage,
): $util.Output<string[]> {
  return $util
    .all([supabaseUrl, originals.bucketRegionalDomainName, renditions.bucketRegionalDomainName])
    .apply(([supabase, ...buckets]) => connectOrigins(host, supabase, buckets));
}

/** Name of each policy of the response headers within a stage. */
const HEADERS_NAMES: Readonly<Record<'product' | 'tenants', Record<ResourcePolicy, string>>> = {
  product: { 'same-origin': 'headers', 'cross-origin': 'public-headers' },
  tenants: { 'same-origin': 'tenant-headers', 'cross-origin': 'tenant-public-headers' },
};

/**
 * Creates the policies of the response headers; returns their ids.
 * @param of the product's host, or studios' own domains
 */
export function responseHeadersPolicies(
  of: 'product' | 'tenants',
  host: string,
  secrets: Pick<Secrets, 'supabaseUrl' | 'captchaSiteKey'>,
  storage: Storage,
): Record<ResourcePolicy, $util.Output<string>> {
  const known = $util.all([pageOrigins(host, secrets, storage), secrets.captchaSiteKey]);
  const ids = RESOURCE_POLICIES.map((resources) => {
    const parts = known.apply(([origins, siteKey]) =>
      responsePolicy(origins, siteKey !== '', { resources, ownsSubdomains: of === 'product' }),
    );
    const policy = new aws.cloudfront.ResponseHeadersPolicy(logical(HEADERS_NAMES[of][resources]), {
      name: physical(HEADERS_NAMES[of][resources]),
      comment: `Albumen (${$app.stage}): functions/edge/response-headers.ts`,
      securityHeadersConfig: parts.securityHeadersConfig,
      customHeadersConfig: parts.customHeadersConfig,
      removeHeadersConfig: parts.removeHeadersConfig,
    });
    return [resources, policy.id] as const;
  });
  return Object.fromEntries(ids) as Record<ResourcePolicy, $util.Output<string>>;
}
