import { groupSuffix } from '#core/domain/studio/sync-groups.ts';
import { logical, physical } from '../names.ts';

/** Access of the distribution to its origins. */

/** Creates an origin access control: CloudFront signs each request to this kind of origin. */
export function accessControl(kind: 's3' | 'lambda'): $util.Output<string> {
  const control = new aws.cloudfront.OriginAccessControl(`Access${logical(kind)}`, {
    name: physical(`access-${kind}`),
    description: `Albumen (${$app.stage})`,
    originAccessControlOriginType: kind,
    signingBehavior: 'always',
    signingProtocol: 'sigv4',
  });
  return control.id;
}

/** Balancer of a group's zero-cache. */
export interface Balancer {
  number: number;
  loadBalancerArn: $util.Input<string>;
  dnsName: $util.Input<string>;
}

/** AWS says that a VPC origin takes up to 15 minutes, after which the provider gives up and forgets it. */
const VPC_ORIGIN_PATIENCE = '45m';

/**
 * Creates a VPC origin for zero-cache's balancer; plain HTTP inside, since the balancer is internal and has no
 * certificate.
 */
export function vpcOrigin({ number, loadBalancerArn }: Balancer): $util.Output<string> {
  const origin = new aws.cloudfront.VpcOrigin(`ZeroOrigin${number || ''}`, {
    vpcOriginEndpointConfig: {
      name: physical(`zero${groupSuffix(number)}`),
      arn: loadBalancerArn,
      httpPort: 80,
      httpsPort: 443,
      originProtocolPolicy: 'http-only',
      originSslProtocols: { items: ['TLSv1.2'], quantity: 1 },
    },
    timeouts: { create: VPC_ORIGIN_PATIENCE, update: VPC_ORIGIN_PATIENCE, delete: VPC_ORIGIN_PATIENCE },
  });
  return origin.id;
}

/**
 * Grants both actions that Lambda requires for function URLs, to this distribution only.
 * @param distribution its name within the resource graph
 */
export function letDistributionCall(
  distribution: 'Web' | 'Tenants',
  name: string,
  functionName: $util.Input<string>,
  distributionArn: $util.Input<string>,
): void {
  const common = { function: functionName, principal: 'cloudfront.amazonaws.com', sourceArn: distributionArn };
  new aws.lambda.Permission(`${distribution}${logical(name)}Url`, {
    ...common,
    action: 'lambda:InvokeFunctionUrl',
    functionUrlAuthType: 'AWS_IAM',
  });
  new aws.lambda.Permission(`${distribution}${logical(name)}`, {
    ...common,
    action: 'lambda:InvokeFunction',
    invokedViaFunctionUrl: true,
  });
}
