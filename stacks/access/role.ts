import * as iam from 'aws-cdk-lib/aws-iam';
import { Aws, Duration, Validations } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { boundary } from './boundary.ts';
import { named, withheld } from './named.ts';
import type { Reach } from './reach.ts';
import { roles } from './roles.ts';
import { allow, answers, type Reasoned } from './statement.ts';
import { tagged, untagged } from './resources.ts';

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

function reads(): Reasoned[] {
  return [
    allow('Settings of resources, which AWS can mostly not narrow, and nothing of what is in them.', {
      actions: READS,
      resources: ['*'],
    }),
  ];
}

const STATE = `arn:${Aws.PARTITION}:s3:::sst-state-*`;
const ASSETS = `arn:${Aws.PARTITION}:s3:::sst-asset-*`;
const OWN = "SST keeps each stage's state, lock and secrets under the stage's name; the bucket's own is chance.";

/**
 * SST's state of a stage. The account's first deployment, run by an operator, creates the two buckets and
 * `/sst/bootstrap`. Fallbacks are secrets for stages without their own.
 */
function sstState({ stages }: Reach): Reasoned[] {
  const parameter = (name: string) => `arn:${Aws.PARTITION}:ssm:*:${Aws.ACCOUNT_ID}:parameter/sst/${name}`;
  return [
    allow(OWN, {
      actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
      resources: stages.map((stage) => `${STATE}/*/albumen/${stage.endsWith('*') ? stage : `${stage}*`}`),
    }),
    allow(OWN, { actions: ['s3:GetObject'], resources: [`${STATE}/secret/albumen/_fallback.json`] }),
    allow('The names of the two buckets end by chance, and their list says which objects there are.', {
      actions: ['s3:GetBucketLocation', 's3:ListBucket', 's3:ListBucketVersions'],
      resources: [STATE, ASSETS],
    }),
    // A new bundle has a new name, and all versions of its predecessor are deleted. Lambda keeps its own copy.
    allow('What is uploaded for functions is named by its content and used by all stages.', {
      actions: [
        's3:DeleteObject',
        's3:DeleteObjectVersion',
        's3:GetObject',
        's3:GetObjectTagging',
        's3:PutObject',
        's3:PutObjectTagging',
      ],
      resources: [`${ASSETS}/*`],
    }),
    allow(OWN, {
      actions: ['ssm:GetParameter', 'ssm:GetParameters'],
      resources: [parameter('bootstrap'), parameter('passphrase/albumen/_fallback')],
    }),
    allow(OWN, {
      actions: ['ssm:GetParameter', 'ssm:GetParameters', 'ssm:PutParameter'],
      resources: stages.map((stage) => parameter(`passphrase/albumen/${stage}`)),
    }),
  ];
}

const ISSUER = 'token.actions.githubusercontent.com';
/** IAM's minimum; a deployment takes a quarter of an hour. */
const SESSION = Duration.hours(1);

export interface AccessRoleProps {
  reach: Reach;
  /** `owner/name` on GitHub. */
  repository: string;
  domain: string;
  providerArn: string;
  /** Further statements of this role. */
  also?: Reasoned[];
}

/** A role for GitHub jobs in named environments of one repository, assumed for an hour with a GitHub token. */
export class AccessRole extends Construct {
  readonly role: iam.Role;
  readonly boundary: iam.ManagedPolicy;

  constructor(scope: Construct, id: string, props: AccessRoleProps) {
    super(scope, id);
    const { reach } = props;
    this.boundary = this.policy('Boundary', boundary(reach), `${reach.role}-boundary`);
    this.role = new iam.Role(this, 'Role', {
      roleName: reach.role,
      maxSessionDuration: SESSION,
      assumedBy: new iam.WebIdentityPrincipal(props.providerArn, {
        StringEquals: {
          [`${ISSUER}:aud`]: 'sts.amazonaws.com',
          [`${ISSUER}:sub`]: reach.environments.map((name) => `repo:${props.repository}:environment:${name}`),
        },
      }),
      managedPolicies: [
        this.policy('Named', [...named(reach), ...withheld(reach), ...(props.also ?? [])]),
        this.policy('Tagged', tagged(reach)),
        this.policy('Untagged', untagged(reach)),
        this.policy('Reads', reads()),
        this.policy('State', [...sstState(reach), ...roles(reach), ...records(reach, props.domain)]),
      ],
    });
  }

  /** Creates a policy per kind of resource: IAM limits each to 6,144 characters. */
  private policy(id: string, reasoned: Reasoned[], managedPolicyName?: string): iam.ManagedPolicy {
    const policy = new iam.ManagedPolicy(this, id, {
      statements: reasoned.map(({ statement }) => statement),
      ...(managedPolicyName ? { managedPolicyName } : {}),
    });
    Validations.of(policy).acknowledge(...reasoned.flatMap(answers));
    return policy;
  }
}

/** DNS records of the stages' hosts, and of their certificates' validation. */
function records({ hosts }: Reach, domain: string): Reasoned[] {
  const own = hosts.flatMap((host) => [`${host}${domain}`, `_*.${host}${domain}`]);
  return [
    allow('Narrowed by the names of the records; zones are known by ids of chance.', {
      actions: ['route53:ChangeResourceRecordSets'],
      resources: [`arn:${Aws.PARTITION}:route53:::hostedzone/*`],
      conditions: { 'ForAllValues:StringLike': { 'route53:ChangeResourceRecordSetsNormalizedRecordNames': own } },
    }),
  ];
}
