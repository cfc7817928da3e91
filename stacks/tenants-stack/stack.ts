import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import {
  Aws,
  BootstraplessSynthesizer,
  CfnCondition,
  CfnOutput,
  CfnParameter,
  Fn,
  Stack,
  type StackProps,
} from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { RESOURCE_POLICIES, TENANT_BEHAVIOURS } from '#functions/edge/route.ts';
import { type BehaviourIds, cacheBehaviours, EDGE_FUNCTIONS, ERROR_RESPONSES, PLANS } from '../web/behaviours.ts';
import { CACHE_POLICIES } from '../web/cache-policies.ts';
import { ORIGIN_GROUPS, origins } from '../web/origins.ts';

export interface TenantsStackProps extends StackProps {
  stage: string;
}

/**
 * The distribution of studios' own domains. It serves no host itself: the job of functions/domains creates a tenant for
 * each domain, with a certificate of its own. CloudFormation, because Pulumi's resources of it are broken
 * (pulumi-terraform-bridge, #47649 and #46045 of the provider).
 *
 * Origins, policies and functions are those of the product's distribution, passed as parameters by stacks/own-domains.ts;
 * the back office's origins are not among them.
 */
export class TenantsStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: TenantsStackProps) {
    super(scope, id, { ...props, synthesizer: new BootstraplessSynthesizer() });
    const distribution = new cloudfront.CfnDistribution(this, 'Distribution', {
      distributionConfig: {
        ...this.#config(),
        comment: `Albumen (${stage}): own domains`,
        connectionMode: 'tenant-only',
      },
    });
    new CfnOutput(this, 'DistributionId', { value: distribution.ref });
    const arn = this.formatArn({
      service: 'cloudfront',
      region: '',
      resource: 'distribution',
      resourceName: distribution.ref,
    });
    new CfnOutput(this, 'DistributionArn', { value: arn });
  }

  #config(): cloudfront.CfnDistribution.DistributionConfigProperty {
    const behaviours = cacheBehaviours(this.#ids(), TENANT_BEHAVIOURS);
    return {
      enabled: true,
      httpVersion: 'http2and3',
      origins: this.#origins(),
      originGroups: {
        quantity: ORIGIN_GROUPS.length,
        items: ORIGIN_GROUPS.map(({ originId, failoverCriteria: { statusCodes }, members }) => ({
          id: originId,
          failoverCriteria: { statusCodes: { quantity: statusCodes.length, items: [...statusCodes] } },
          members: { quantity: members.length, items: members.map((member) => ({ originId: member.originId })) },
        })),
      },
      cacheBehaviors: behaviours.ordered.map((behaviour) => withArns(behaviour)),
      defaultCacheBehavior: withArns(behaviours.default),
      customErrorResponses: ERROR_RESPONSES.map(({ errorCode, errorCachingMinTtl }) => ({
        errorCode,
        errorCachingMinTtl,
      })),
      webAclId: this.#webAcl(),
      // Ignored for tenants, which have certificates of their own.
      viewerCertificate: { cloudFrontDefaultCertificate: true },
    };
  }

  /** The product's own firewall; none in a stage without one. */
  #webAcl(): string {
    const arn = this.#parameter('WebAclArn', { default: '' });
    const exists = new CfnCondition(this, 'HasFirewall', {
      expression: Fn.conditionNot(Fn.conditionEquals(arn, '')),
    });
    return Fn.conditionIf(exists.logicalId, arn, Aws.NO_VALUE).toString();
  }

  /** Origins that some behaviour of a tenant uses. */
  #origins(): cloudfront.CfnDistribution.OriginProperty[] {
    const used = new Set<string>(TENANT_BEHAVIOURS.map(({ behaviour }) => PLANS[behaviour].origin));
    for (const { originId, members } of ORIGIN_GROUPS)
      if (used.delete(originId)) for (const member of members) used.add(member.originId);
    const name = (origin: string) => (used.has(origin) ? this.#parameter(`${pascal(origin)}Domain`) : '');
    const all = origins<string>({
      domains: {
        site: name('site'),
        renditions: name('renditions'),
        transform: name('transform'),
        api: name('api'),
        live: name('live'),
        page: name('page'),
      },
      bucketAccess: this.#parameter('BucketAccess'),
      functionAccess: this.#parameter('FunctionAccess'),
      zero: [],
      originSecret: this.#parameter('OriginSecret', { noEcho: true }),
    });
    return all.flatMap((origin) => (used.has(origin.originId) ? [toOrigin(origin)] : []));
  }

  #ids(): BehaviourIds<string> {
    const functions = new Set(
      TENANT_BEHAVIOURS.flatMap(({ behaviour }) => {
        const { onRequest, onResponse } = PLANS[behaviour];
        return [...(onRequest ? [onRequest] : []), ...(onResponse ? [onResponse] : [])];
      }),
    );
    const arn = (name: (typeof EDGE_FUNCTIONS)[number]) =>
      functions.has(name) ? this.#parameter(`${pascal(name)}Arn`) : '';
    return {
      cachePolicies: byName(Object.keys(CACHE_POLICIES), (name) => this.#parameter(`${pascal(name)}CachePolicy`)),
      originRequestPolicies: { images: this.#parameter('ImagesRequestPolicy') },
      functions: byName(EDGE_FUNCTIONS, arn),
      responseHeadersPolicies: byName(RESOURCE_POLICIES, (name) => this.#parameter(`${pascal(name)}HeadersPolicy`)),
    } as BehaviourIds<string>;
  }

  #parameter(name: string, options: { default?: string; noEcho?: boolean } = {}): string {
    return new CfnParameter(this, name, options).valueAsString;
  }
}

const pascal = (name: string) => name.replace(/(?:^|-)([a-z])/g, (_match, letter: string) => letter.toUpperCase());

const byName = <N extends string, V>(names: readonly N[], value: (name: N) => V) =>
  Object.fromEntries(names.map((name) => [name, value(name)]));

/** CloudFormation's spelling of a function's ARN. */
function withArns<B extends { functionAssociations: { eventType: string; functionArn: string }[] }>(behaviour: B) {
  return {
    ...behaviour,
    functionAssociations: behaviour.functionAssociations.map(({ eventType, functionArn }) => ({
      eventType,
      functionArn,
    })),
  };
}

/** CloudFormation's spelling of an origin. */
function toOrigin(origin: ReturnType<typeof origins<string>>[number]): cloudfront.CfnDistribution.OriginProperty {
  const { originId, domainName } = origin;
  const access = 'originAccessControlId' in origin ? { originAccessControlId: origin.originAccessControlId } : {};
  const headers = 'customHeaders' in origin ? (origin.customHeaders ?? []) : [];
  const custom = 'customOriginConfig' in origin ? origin.customOriginConfig : undefined;
  return {
    id: originId,
    domainName,
    ...access,
    ...(headers.length > 0 && {
      originCustomHeaders: headers.map(({ name, value }) => ({ headerName: name, headerValue: value })),
    }),
    ...(custom
      ? { customOriginConfig: { ...custom, originSslProtocols: [...custom.originSslProtocols] } }
      : { s3OriginConfig: { originAccessIdentity: '' } }),
  };
}
