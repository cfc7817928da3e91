import { current, type Secrets } from './secrets.ts';
import type { OperatorSettings, StageSettings } from './settings.ts';
import type { Storage } from './storage.ts';
import { accessLog } from './web/access-log.ts';
import { cacheBehaviours, ERROR_RESPONSES } from './web/behaviours.ts';
import { edgeFunctions } from './web/edge-functions.ts';
import { firewall } from './web/firewall.ts';
import type { EdgeKeys } from './web/keys.ts';
import { ORIGIN_GROUPS, origins } from './web/origins.ts';
import { cachePolicies, originRequestPolicies, responseHeadersPolicy } from './web/policies.ts';
import { letDistributionReadSite, type Site } from './web/site.ts';
import { accessControl, type Balancer, letDistributionCall, vpcOrigin } from './web/ways-in.ts';

export interface WebParts {
  operator: Pick<OperatorSettings, 'host' | 'certificateArn'>;
  settings: StageSettings;
  secrets: Pick<Secrets, 'originSecret' | 'supabaseUrl' | 'captchaSiteKey'>;
  storage: Storage;
  site: Site;
  keys: EdgeKeys;
  api: aws.apigatewayv2.Api;
  page: sst.aws.Function;
  transform: sst.aws.Function;
  zero: Balancer;
  /** Resources created before the distribution changes: functions must accept a new secret before it is sent. */
  after: $util.Input<$util.Resource>[];
}

export interface Web {
  distributionId: $util.Output<string>;
  distributionArn: $util.Output<string>;
  /** CloudFront's host name of the distribution: the target of an external DNS record. */
  distributionHost: $util.Output<string>;
  url: string;
}

/** Creates the distribution: the only origin for browsers, with all its paths and their caching. */
export function web(parts: WebParts): Web {
  const { distribution } = distributionOf(parts).nodes;
  const { id: distributionId, arn: distributionArn } = distribution;
  letDistributionReadSite(parts.site, distributionArn);
  letDistributionCall('page', parts.page.name, distributionArn);
  letDistributionCall('transform', parts.transform.name, distributionArn);
  accessLog(distributionArn, parts.settings);
  return {
    distributionId,
    distributionArn,
    distributionHost: distribution.domainName,
    url: `https://${parts.operator.host}`,
  };
}

function distributionOf(parts: WebParts): sst.aws.Cdn {
  const { operator, settings } = parts;
  const behaviours = cacheBehaviours<$util.Input<string>>({
    cachePolicies: cachePolicies(),
    originRequestPolicies: originRequestPolicies(),
    functions: edgeFunctions(parts.keys),
    responseHeadersPolicy: responseHeadersPolicy(operator.host, parts.secrets, parts.storage),
  });
  return new sst.aws.Cdn('Web', {
    comment: `Albumen (${$app.stage})`,
    domain: domainOf(operator),
    origins: originsOf(parts),
    originGroups: ORIGIN_GROUPS,
    orderedCacheBehaviors: behaviours.ordered,
    defaultCacheBehavior: behaviours.default,
    customErrorResponses: ERROR_RESPONSES,
    ...firewall(settings),
    // A deployment ends when all edges have changed. Unset, SST waits for the first deployment only, and the end of a
    // rotation could remove a secret that an edge still sends.
    wait: true,
    transform: {
      distribution: (args, options) => {
        Object.assign(args, { httpVersion: 'http2and3', isIpv6Enabled: true, priceClass: settings.priceClass });
        // Set here because dependencies of the component do not apply to the distribution inside.
        options.dependsOn = parts.after;
      },
    },
  });
}

/** Creates records and certificate in Route 53, unless the operator provides a certificate and manages DNS. */
function domainOf({ host, certificateArn }: WebParts['operator']) {
  return certificateArn ? { name: host, cert: certificateArn, dns: false as const } : { name: host };
}

function originsOf({ secrets, storage, site, api, page, transform, zero }: WebParts) {
  return origins<$util.Input<string>>({
    domains: {
      site: site.bucket.bucketRegionalDomainName,
      renditions: storage.renditions.bucketRegionalDomainName,
      transform: hostOf(transform.url),
      api: hostOf(api.apiEndpoint),
      page: hostOf(page.url),
      zero: zero.dnsName,
    },
    bucketAccess: accessControl('s3'),
    functionAccess: accessControl('lambda'),
    zeroOrigin: vpcOrigin(zero),
    originSecret: current(secrets.originSecret),
  });
}

const hostOf = (url: $util.Output<string>) => url.apply((address) => new URL(address).host);
