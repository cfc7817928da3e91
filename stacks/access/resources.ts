import { Aws } from 'aws-cdk-lib/core';
import { arns, type Reach } from './reach.ts';
import { allow, deny, type Reasoned } from './statement.ts';

/** Resources with neither a name nor a tag of their stage. */
export function untagged(reach: Reach): Reasoned[] {
  return [
    allow('Mappings have ids of chance; narrowed by the function that they call.', {
      actions: [
        'lambda:CreateEventSourceMapping',
        'lambda:DeleteEventSourceMapping',
        'lambda:UpdateEventSourceMapping',
      ],
      resources: ['*'],
      conditions: { ArnLike: { 'lambda:FunctionArn': arns(reach, 'lambda', (name) => `function:${name}`) } },
    }),
    // AWS documents inherited tags for REST APIs only.
    allow("Parts of an API have no tags of their own, and the API's id is chance.", {
      actions: ['apigateway:DELETE', 'apigateway:PATCH', 'apigateway:POST'],
      resources: ['integrations', 'routes', 'stages'].map(
        (part) => `arn:${Aws.PARTITION}:apigateway:*::/apis/*/${part}*`,
      ),
    }),
    allow('AWS gives these neither names nor tags to go by: of all rights the widest. See docs/operations.md.', {
      actions: [...WIDE, ...(reach.watches ? WATCHING : [])],
      resources: ['*'],
    }),
  ];
}

/**
 * Actions that cannot be restricted to a stage. With them a preview could change the response headers of production's
 * distribution, and read and write its edge keys (which open private galleries): an account with real customers must
 * not have previews; those have an account of their own.
 */
const WIDE = [
  'application-autoscaling:DeleteScalingPolicy',
  'application-autoscaling:DeregisterScalableTarget',
  'application-autoscaling:PutScalingPolicy',
  'application-autoscaling:RegisterScalableTarget',
  'cloudfront:CreateCachePolicy',
  'cloudfront:CreateFunction',
  'cloudfront:CreateKeyValueStore',
  'cloudfront:CreateOriginAccessControl',
  'cloudfront:CreateOriginRequestPolicy',
  'cloudfront:CreateResponseHeadersPolicy',
  'cloudfront:DeleteCachePolicy',
  'cloudfront:DeleteKeyValueStore',
  'cloudfront:DeleteOriginAccessControl',
  'cloudfront:DeleteOriginRequestPolicy',
  'cloudfront:DeleteResponseHeadersPolicy',
  'cloudfront:UpdateCachePolicy',
  'cloudfront:UpdateKeyValueStore',
  'cloudfront:UpdateOriginAccessControl',
  'cloudfront:UpdateOriginRequestPolicy',
  'cloudfront:UpdateResponseHeadersPolicy',
  'cloudfront-keyvaluestore:*',
  'ecs:DeregisterTaskDefinition',
  // Access log of an HTTP API ("Configuring logging for an HTTP API" in API Gateway's guide).
  'logs:CreateLogDelivery',
  'logs:DeleteLogDelivery',
  'logs:PutResourcePolicy',
  'logs:UpdateLogDelivery',
  'route53:CreateHostedZone',
  'route53:DeleteHostedZone',
];

/** The same, for alarms and checks from outside. */
const WATCHING = [
  // "Scoped to *", says CloudWatch's reference of both for composite alarms: a narrower right is refused.
  'cloudwatch:DeleteAlarms',
  'cloudwatch:PutCompositeAlarm',
  'route53:ChangeTagsForResource',
  'route53:CreateHealthCheck',
  'route53:DeleteHealthCheck',
  'route53:UpdateHealthCheck',
  'sns:SetSubscriptionAttributes',
  'sns:Unsubscribe',
];

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
