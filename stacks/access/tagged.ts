import type { Reach } from './reach.ts';
import { allow, deny, type Reasoned } from './statement.ts';

/** Given to everything by SST, and by CloudFormation to what its stack makes. */
const TAG = 'sst:stage';

const SERVICES = ['ec2', 'elasticloadbalancing', 'apigateway', 'cloudfront', 'kms', 'acm', 'servicediscovery'];

/** What AWS names by itself: it carries its stage in a tag. */
export function tagged({ stages }: Reach): Reasoned[] {
  const everything = ['*'];
  const of = (key: 'ResourceTag' | 'RequestTag') => ({ StringLike: { [`aws:${key}/${TAG}`]: [...stages] } });
  return [
    allow('Narrowed by the tag of the stage, which what exists must have.', {
      actions: SERVICES.map((service) => `${service}:*`),
      resources: everything,
      conditions: of('ResourceTag'),
    }),
    allow('Narrowed by the tag of the stage, which what is made must get.', {
      actions: [...CREATES],
      resources: everything,
      conditions: of('RequestTag'),
    }),
    allow('AWS gives these neither names nor tags to go by: of all rights the widest. See docs/operations.md.', {
      actions: [...UNTAGGED],
      resources: everything,
    }),
    // Tags could otherwise be changed first, and then the resource.
    deny('Everything that belongs to another stage, whatever the other statements say.', {
      actions: ['*'],
      resources: everything,
      conditions: {
        StringNotLike: { [`aws:ResourceTag/${TAG}`]: [...stages] },
        Null: { [`aws:ResourceTag/${TAG}`]: 'false' },
      },
    }),
  ];
}

const CREATES = [
  'acm:AddTagsToCertificate',
  'acm:RequestCertificate',
  'apigateway:POST',
  'apigateway:TagResource',
  'cloudfront:CreateDistribution',
  'cloudfront:CreateVpcOrigin',
  'cloudfront:TagResource',
  'ec2:CreateEgressOnlyInternetGateway',
  'ec2:CreateInternetGateway',
  'ec2:CreateRouteTable',
  'ec2:CreateSecurityGroup',
  'ec2:CreateSubnet',
  'ec2:CreateTags',
  'ec2:CreateVpc',
  'elasticloadbalancing:AddTags',
  'elasticloadbalancing:CreateListener',
  'elasticloadbalancing:CreateLoadBalancer',
  'elasticloadbalancing:CreateRule',
  'elasticloadbalancing:CreateTargetGroup',
  'kms:CreateKey',
  'kms:TagResource',
  'servicediscovery:CreatePrivateDnsNamespace',
  'servicediscovery:CreateService',
  'servicediscovery:TagResource',
];

/**
 * With these a preview could change what production's distribution adds to answers, and the keys at its edge: where
 * that is too much, previews have an account of their own.
 */
const UNTAGGED = [
  'application-autoscaling:DeleteScalingPolicy',
  'application-autoscaling:DeregisterScalableTarget',
  'application-autoscaling:PutScalingPolicy',
  'application-autoscaling:RegisterScalableTarget',
  'cloudfront:CreateCachePolicy',
  'cloudfront:CreateKeyValueStore',
  'cloudfront:CreateOriginAccessControl',
  'cloudfront:CreateResponseHeadersPolicy',
  'cloudfront:DeleteCachePolicy',
  'cloudfront:DeleteKeyValueStore',
  'cloudfront:DeleteOriginAccessControl',
  'cloudfront:DeleteResponseHeadersPolicy',
  'cloudfront:UpdateCachePolicy',
  'cloudfront:UpdateOriginAccessControl',
  'cloudfront:UpdateResponseHeadersPolicy',
  'cloudfront-keyvaluestore:*',
  'ecs:DeregisterTaskDefinition',
  'lambda:CreateEventSourceMapping',
  'lambda:DeleteEventSourceMapping',
  'lambda:UpdateEventSourceMapping',
  'logs:CreateDelivery',
  'logs:DeleteDelivery',
  'route53:CreateHostedZone',
  'route53:DeleteHostedZone',
];
