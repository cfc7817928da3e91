import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupSuffix } from '#core/domain/studio/sync-groups.ts';
import { logical, physical } from './names.ts';
import { type SharedParts, type Tenants, tenants as tenantDistribution } from './own-domains.ts';
import { current, type Secrets } from './secrets.ts';
import { browserErrors, type OperatorSettings, type StageSettings } from './settings.ts';
import { letDistributionsRead, type Storage } from './storage.ts';
import { accessLog } from './web/access-log.ts';
import { behavioursOf, cacheBehaviours, EDGE_FUNCTIONS, type EdgeFunction, ERROR_RESPONSES } from './web/behaviours.ts';
import { firewall } from './web/firewall.ts';
import type { EdgeKeys } from './web/keys.ts';
import { ORIGIN_GROUPS, origins, type OriginTargets, POSTHOG } from './web/origins.ts';
import { cachePolicies, originRequestPolicies, responseHeadersPolicies } from './web/policies.ts';
import { letDistributionsReadSite, type Site } from './web/site.ts';
import { accessControl, type Balancer, letDistributionCall, vpcOrigin } from './web/ways-in.ts';

/** Functions that read the key-value store. */
const READS_KEYS: ReadonlySet<EdgeFunction> = new Set(['image-request', 'page-response']);

/** Creates the edge functions from `.build/edge`; returns their ARNs by name. */
function edgeFunctions(keys: EdgeKeys): Record<EdgeFunction, $util.Output<string>> {
  const arns = EDGE_FUNCTIONS.map((name) => [name, edgeFunction(name, keys).arn] as const);
  return Object.fromEntries(arns) as Record<EdgeFunction, $util.Output<string>>;
}

function edgeFunction(name: EdgeFunction, keys: EdgeKeys): aws.cloudfront.Function {
  return new aws.cloudfront.Function(
    `Edge${logical(name)}`,
    {
      name: physical(name),
      comment: `Albumen (${$app.stage}): functions/edge/${name}.ts`,
      runtime: 'cloudfront-js-2.0',
      publish: true,
      code: readFileSync(join($cli.paths.root, '.build/edge', `${name}.js`), 'utf8'),
      keyValueStoreAssociations: READS_KEYS.has(name) ? [keys.store.arn] : [],
    },
    { dependsOn: keys.written },
  );
}

export interface WebParts {
  operator: Pick<OperatorSettings, 'host' | 'certificateArn' | 'posthogKey' | 'sentryBrowserDsn'>;
  settings: StageSettings;
  secrets: Pick<Secrets, 'originSecret' | 'supabaseUrl' | 'captchaSiteKey'>;
  storage: Storage;
  site: Site;
  keys: EdgeKeys;
  api: aws.apigatewayv2.Api;
  live: aws.apigatewayv2.Api;
  page: sst.aws.Function;
  transform: sst.aws.Function;
  zero: readonly Balancer[];
  /** Resources created before the distribution changes: functions must accept a new secret before it is sent. */
  after: $util.Input<$util.Resource>[];
}

export interface Web {
  distributionId: $util.Output<string>;
  distributionArn: $util.Output<string>;
  /** CloudFront's host name of the distribution: the target of an external DNS record. */
  distributionHost: $util.Output<string>;
  /** The distribution of studios' own domains; null in a stage without. */
  tenants: Tenants | null;
  url: string;
}

/**
 * Creates the distribution, the only origin for browsers, with all its paths and their caching; and that of studios' own
 * domains.
 */
export function web(parts: WebParts): Web {
  const { settings, site, storage } = parts;
  const shared = sharedParts(parts);
  const { distribution } = distributionOf(parts, shared).nodes;
  const { id: distributionId, arn: distributionArn } = distribution;
  const tenants = settings.ownDomains ? tenantDistribution(shared, settings, parts.after) : null;
  const arns = { Web: distributionArn, ...(tenants && { Tenants: tenants.distributionArn }) };
  letDistributionsReadSite(site, Object.values(arns));
  letDistributionsRead(storage, Object.values(arns));
  for (const [name, arn] of Object.entries(arns) as ['Web' | 'Tenants', $util.Output<string>][]) {
    letDistributionCall(name, 'page', parts.page.name, arn);
    letDistributionCall(name, 'transform', parts.transform.name, arn);
  }
  accessLog(distributionArn, settings);
  return {
    distributionId,
    distributionArn,
    distributionHost: distribution.domainName,
    tenants,
    url: `https://${parts.operator.host}`,
  };
}

function sharedParts(parts: WebParts): SharedParts {
  const { operator, settings, secrets, storage, site, api, live, page, transform, zero } = parts;
  return {
    ids: {
      cachePolicies: cachePolicies(),
      originRequestPolicies: originRequestPolicies(),
      functions: edgeFunctions(parts.keys),
      responseHeadersPolicies: responseHeadersPolicies('product', operator.host, secrets, storage),
    },
    tenantHeaders: responseHeadersPolicies('tenants', operator.host, secrets, storage),
    origins: {
      domains: {
        site: site.bucket.bucketRegionalDomainName,
        renditions: storage.renditions.bucketRegionalDomainName,
        transform: hostOf(transform.url),
        api: hostOf(api.apiEndpoint),
        live: hostOf(live.apiEndpoint),
        page: hostOf(page.url),
      },
      zero: zero.map((balancer) => ({
        originId: `zero${groupSuffix(balancer.number)}`,
        domainName: balancer.dnsName,
        vpcOriginId: vpcOrigin(balancer),
      })),
      bucketAccess: accessControl('s3'),
      functionAccess: accessControl('lambda'),
      originSecret: current(secrets.originSecret),
      thirdParties: thirdParties(operator),
    },
    ...firewall(settings),
  };
}

function distributionOf({ operator, settings, zero, after }: WebParts, shared: SharedParts): sst.aws.Cdn {
  const present = shared.origins.thirdParties ?? {};
  const table = behavioursOf(zero).filter(({ behaviour: of }) => !(of === 'usage' || of === 'errors') || of in present);
  const behaviours = cacheBehaviours(shared.ids, table);
  return new sst.aws.Cdn('Web', {
    comment: `Albumen (${$app.stage})`,
    domain: domainOf(operator),
    origins: origins(shared.origins),
    originGroups: ORIGIN_GROUPS,
    orderedCacheBehaviors: behaviours.ordered,
    defaultCacheBehavior: behaviours.default,
    customErrorResponses: ERROR_RESPONSES,
    ...(shared.webAclArn && { webAclArn: shared.webAclArn }),
    // A deployment ends when all edges have changed. Unset, SST waits for the first deployment only, and the end of a
    // rotation could remove a secret that an edge still sends.
    wait: true,
    transform: {
      distribution: (args, options) => {
        Object.assign(args, { httpVersion: 'http2and3', isIpv6Enabled: true, priceClass: settings.priceClass });
        // Set here because dependencies of the component do not apply to the distribution inside.
        options.dependsOn = after;
      },
    },
  });
}

/** Creates records and certificate in Route 53, unless the operator provides a certificate and manages DNS. */
function domainOf({ host, certificateArn }: WebParts['operator']) {
  return certificateArn ? { name: host, cert: certificateArn, dns: false as const } : { name: host };
}

/** Third parties that have a key in this stage; the others have neither origin nor path. */
function thirdParties(operator: WebParts['operator']): OriginTargets<never>['thirdParties'] {
  const errors = browserErrors(operator);
  return { ...(operator.posthogKey && { usage: POSTHOG }), ...(errors && { errors }) };
}

const hostOf = (url: $util.Output<string>) => url.apply((address) => new URL(address).host);
