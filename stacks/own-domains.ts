import type { ResourcePolicy } from '#functions/edge/route.ts';
import { logical, physical } from './names.ts';
import type { FunctionParts } from './functions.ts';
import { cdkTemplate } from './cdk-template.ts';
import type { StageSettings } from './settings.ts';
import type { BehaviourIds } from './web/behaviours.ts';
import type { OriginTargets } from './web/origins.ts';

/*
 * Studios' own domains (functions/domains) on a second, multi-tenant distribution. CloudFormation creates it, because
 * Pulumi's resources of it are broken (stacks/tenants-stack).
 */

type Input = $util.Input<string>;

/** Where own domains point to. */
export interface DomainTarget {
  host: $util.Output<string>;
  connectionGroupId: $util.Output<string>;
  connectionGroupArn: $util.Output<string>;
}

/**
 * Creates the connection group, whose host the page function shows to studios: a stack of its own, because the
 * distribution comes after the page. Null in a stage without own domains.
 */
export function domainTarget(settings: StageSettings): DomainTarget | null {
  if (!settings.ownDomains) return null;
  const name = physical('domains');
  const template = {
    Resources: {
      ConnectionGroup: {
        Type: 'AWS::CloudFront::ConnectionGroup',
        Properties: { Name: name, Enabled: true, Ipv6Enabled: true },
      },
    },
    Outputs: Object.fromEntries(
      ['Id', 'Arn', 'RoutingEndpoint'].map((part) => [part, { Value: { 'Fn::GetAtt': ['ConnectionGroup', part] } }]),
    ),
  };
  const { outputs } = new aws.cloudformation.Stack(
    'Domains',
    // A stack whose first deployment failed cannot be updated, only deleted.
    { name, templateBody: JSON.stringify(template), onFailure: 'DELETE' },
    kept(settings),
  );
  return {
    host: output(outputs, 'RoutingEndpoint'),
    connectionGroupId: output(outputs, 'Id'),
    connectionGroupArn: output(outputs, 'Arn'),
  };
}

/** Parts that the distribution of own domains shares with the product's. */
export interface SharedParts {
  ids: BehaviourIds<Input>;
  /** Policies of the response headers on own domains, instead of those in `ids`. */
  tenantHeaders: Record<ResourcePolicy, Input>;
  origins: OriginTargets<Input>;
  webAclArn?: Input;
}

export interface Tenants {
  distributionId: $util.Output<string>;
  distributionArn: $util.Output<string>;
}

/**
 * Creates the distribution of own domains.
 * @param after resources created before it changes: functions must accept a new origin secret before it is sent
 */
export function tenants(
  { ids, tenantHeaders, origins, webAclArn }: SharedParts,
  settings: StageSettings,
  after: $util.Input<$util.Resource>[],
): Tenants {
  const known: Record<string, Input> = {
    ...named(origins.domains, 'Domain'),
    ...named(ids.functions, 'Arn'),
    ...named(ids.cachePolicies, 'CachePolicy'),
    BucketAccess: origins.bucketAccess,
    FunctionAccess: origins.functionAccess,
    OriginSecret: origins.originSecret,
    ImagesRequestPolicy: ids.originRequestPolicies.images,
    ...named(tenantHeaders, 'HeadersPolicy'),
    WebAclArn: webAclArn ?? '',
  };
  const templateBody = cdkTemplate('tenants');
  const { outputs } = new aws.cloudformation.Stack(
    'Tenants',
    { name: physical('tenants'), templateBody, onFailure: 'DELETE', parameters: parametersOf(templateBody, known) },
    { ...kept(settings), dependsOn: after },
  );
  return { distributionId: output(outputs, 'DistributionId'), distributionArn: output(outputs, 'DistributionArn') };
}

/** Returns the values of a template's parameters; it refuses others. @throws Error for an unknown parameter */
function parametersOf(templateBody: string, known: Readonly<Record<string, Input>>): Record<string, Input> {
  const { Parameters } = JSON.parse(templateBody) as { Parameters: Record<string, unknown> };
  return Object.fromEntries(
    Object.keys(Parameters).map((name) => {
      const value = known[name];
      if (value === undefined) throw new Error(`Nothing to fill the parameter ${name} of own domains with`);
      return [name, value];
    }),
  );
}

/** `site` becomes `SiteDomain`, as in stacks/tenants-stack. */
const named = (values: Readonly<Record<string, Input>>, suffix: string) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [logical(name) + suffix, value]));

/** `removal: retain` does not apply to stacks. */
const kept = ({ protect }: StageSettings) => ({ protect, retainOnDelete: protect });

const output = (outputs: $util.Output<Record<string, string>>, name: string) => outputs.apply((all) => all[name] ?? '');

/** Returns variables and targets of the functions that create tenants; empty ones in a stage without own domains. */
export function tenantParts(
  target: DomainTarget | null,
  distribution: Tenants | null,
): Pick<FunctionParts, 'values' | 'targets'> {
  if (!target || !distribution) {
    return {
      values: { DOMAIN_TARGET: '', TENANT_DISTRIBUTION_ID: '', CONNECTION_GROUP_ID: '' },
      targets: { tenantDistribution: '', connectionGroup: '', distributionTenants: '', certificates: '', '*': '' },
    };
  }
  const { accountId } = aws.getCallerIdentityOutput();
  return {
    values: {
      DOMAIN_TARGET: target.host,
      TENANT_DISTRIBUTION_ID: distribution.distributionId,
      CONNECTION_GROUP_ID: target.connectionGroupId,
    },
    targets: {
      tenantDistribution: distribution.distributionArn,
      connectionGroup: target.connectionGroupArn,
      distributionTenants: $interpolate`arn:aws:cloudfront::${accountId}:distribution-tenant/*`,
      // CloudFront's certificates are in us-east-1.
      certificates: $interpolate`arn:aws:acm:us-east-1:${accountId}:certificate/*`,
      '*': '*',
    },
  };
}
