import type { Request } from './access-iam.ts';

/*
 * IAM requests of a deployment by resource type: create, read, tag, change and delete. Actions, resources and condition
 * keys are those of AWS's Service Authorization Reference; where it names no resource for an action, IAM checks `*`.
 */

/** A resource of a stage, from the graph or CloudFormation's template. */
export interface Subject {
  stage: string;
  /** Its name in AWS; a random id if it has no name. */
  name: string;
  inputs: Readonly<Record<string, any>>;
}

export type Needs = (subject: Subject) => Request[];

export const ACCOUNT = '123456789012';

export const arn = (service: string, resource: string, region = 'eu-west-1') =>
  `arn:aws:${service}:${region}:${ACCOUNT}:${resource}`;
/** An existing resource with the tag of its stage. */
export const tag = (stage: string) => ({ 'aws:ResourceTag/sst:stage': stage });
/** A resource that gets that tag. */
export const made = (stage: string) => ({ 'aws:RequestTag/sst:stage': stage });

/** @param actions of one service, separated by spaces */
export function ask(service: string, actions: string, resource = '*', context: Request['context'] = {}): Request[] {
  return actions.split(' ').map((action) => ({ action: `${service}:${action}`, resource, context }));
}

/** Created with the tag, then changed, read and deleted by it. */
export function byTag(service: string, create: string, rest: string, resource: string): Needs {
  return ({ stage }) => [...ask(service, create, resource, made(stage)), ...ask(service, rest, resource, tag(stage))];
}

/** Identified by name. */
export function byName(service: string, resource: (name: string) => string, actions: string, region?: string): Needs {
  return ({ name }) => ask(service, actions, arn(service, resource(name), region));
}

/** Every change of a role's rights includes its boundary. */
export function role(name: string, stage: string): Request[] {
  const resource = arn('iam', `role/${name}`, '');
  const deployer = stage.startsWith('pr-') ? 'albumen-preview' : 'albumen-deploy';
  const boundary = { 'iam:PermissionsBoundary': arn('iam', `policy/${deployer}-boundary`, '') };
  return [
    ...ask('iam', 'CreateRole PutRolePolicy DeleteRolePolicy AttachRolePolicy DetachRolePolicy', resource, boundary),
    ...ask('iam', 'GetRole GetRolePolicy ListRolePolicies ListAttachedRolePolicies ListRoleTags', resource),
    ...ask('iam', 'UpdateRole UpdateRoleDescription UpdateAssumeRolePolicy TagRole UntagRole DeleteRole', resource),
    ...ask('iam', 'ListInstanceProfilesForRole', resource),
  ];
}

export function passed(name: string, service: string): Request[] {
  return ask('iam', 'PassRole', arn('iam', `role/${name}`, ''), { 'iam:PassedToService': `${service}.amazonaws.com` });
}

/** Needs of types that both CloudFormation and SST create. */
export const LOG_GROUP = byName(
  'logs',
  (name) => `log-group:${name}`,
  'CreateLogGroup PutRetentionPolicy DeleteLogGroup TagResource UntagResource ListTagsForResource',
);
export const ALARM = byName(
  'cloudwatch',
  (name) => `alarm:${name}`,
  'PutMetricAlarm DescribeAlarms DeleteAlarms TagResource UntagResource ListTagsForResource',
);
export const BUCKET: Needs = ({ name }) =>
  ask(
    's3',
    'CreateBucket DeleteBucket ListBucket GetBucketTagging PutBucketTagging GetBucketPolicy PutBucketPolicy ' +
      'PutEncryptionConfiguration PutBucketPublicAccessBlock PutBucketOwnershipControls PutBucketVersioning ' +
      'PutLifecycleConfiguration GetLifecycleConfiguration GetBucketAcl GetBucketVersioning',
    `arn:aws:s3:::${name}`,
  );
