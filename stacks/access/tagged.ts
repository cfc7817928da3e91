import type { Reach } from './reach.ts';
import { allow, deny, type Reasoned } from './statement.ts';

/** Tag on all resources that SST creates, and on those of its CloudFormation stack. */
const TAG = 'sst:stage';

const SERVICES = ['ec2', 'elasticloadbalancing', 'apigateway', 'cloudfront', 'kms', 'acm', 'servicediscovery'];

/** Returns a condition: the resource has, or gets, the tag of one of the stages. */
export function tagOf({ stages }: Reach, key: 'ResourceTag' | 'RequestTag') {
  return { StringLike: { [`aws:${key}/${TAG}`]: [...stages] } };
}

/** Resources whose name AWS chooses; a tag identifies their stage. */
export function tagged(reach: Reach): Reasoned[] {
  const everything = ['*'];
  return [
    allow('Narrowed by the tag of the stage, which what exists must have.', {
      actions: [...SERVICES.map((service) => `${service}:*`), ...CHANGES],
      resources: everything,
      conditions: tagOf(reach, 'ResourceTag'),
    }),
    allow('Narrowed by the tag of the stage, which what is made must get.', {
      actions: [...CREATES],
      resources: everything,
      conditions: tagOf(reach, 'RequestTag'),
    }),
    // Otherwise a deployment could change the tag first, and then the resource.
    deny('Everything that belongs to another stage, whatever the other statements say.', {
      actions: ['*'],
      resources: everything,
      conditions: {
        StringNotLike: { [`aws:ResourceTag/${TAG}`]: [...reach.stages] },
        Null: { [`aws:ResourceTag/${TAG}`]: 'false' },
      },
    }),
  ];
}

/**
 * Services whose resources have random ids: log deliveries and event source mappings. Their other resources go by name.
 */
const CHANGES = [
  'lambda:ListTags',
  'lambda:UntagResource',
  'logs:DeleteDelivery',
  'logs:ListTagsForResource',
  'logs:UntagResource',
  'logs:UpdateDeliveryConfiguration',
];

const CREATES = [
  'acm:AddTagsToCertificate',
  'acm:RequestCertificate',
  'apigateway:POST',
  'apigateway:PUT',
  'apigateway:TagResource',
  'cloudfront:CreateConnectionGroup',
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
  'lambda:TagResource',
  'logs:CreateDelivery',
  'logs:TagResource',
  'servicediscovery:CreatePrivateDnsNamespace',
  'servicediscovery:CreateService',
  'servicediscovery:TagResource',
];
