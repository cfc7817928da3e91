import { allow, type Reasoned } from './statement.ts';

/** Read access of a deployment, to detect changes: settings of resources, never their contents. */
export const READS = [
  'acm:DescribeCertificate',
  'acm:List*',
  'apigateway:GET',
  'application-autoscaling:Describe*',
  'application-autoscaling:ListTagsForResource',
  'budgets:ViewBudget',
  'cloudformation:ValidateTemplate',
  'cloudfront:Describe*',
  'cloudfront:Get*',
  'cloudfront:List*',
  'cloudwatch:Describe*',
  'ec2:Describe*',
  'ecr:DescribeImages',
  'ec2:GetManagedPrefixListEntries',
  'ecs:Describe*',
  'elasticloadbalancing:Describe*',
  'iam:GetPolicy',
  'iam:GetPolicyVersion',
  'kms:DescribeKey',
  'kms:ListAliases',
  'lambda:GetAccountSettings',
  'lambda:GetEventSourceMapping',
  'lambda:ListEventSourceMappings',
  'logs:DescribeDeliveries',
  'logs:DescribeDeliveryDestinations',
  'logs:DescribeDeliverySources',
  'logs:DescribeLogGroups',
  'logs:DescribeResourcePolicies',
  'logs:GetDelivery',
  'logs:GetLogDelivery',
  'logs:ListLogDeliveries',
  'route53:Get*',
  'route53:List*',
  'ses:GetAccount',
  'servicediscovery:Get*',
  'servicediscovery:List*',
  'sns:GetSubscriptionAttributes',
  'sts:GetCallerIdentity',
  'tag:GetResources',
  'wafv2:ListWebACLs',
];

export function reads(): Reasoned[] {
  return [
    allow('Settings of resources, which AWS can mostly not narrow, and nothing of what is in them.', {
      actions: READS,
      resources: ['*'],
    }),
  ];
}
