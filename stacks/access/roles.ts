import { Aws } from 'aws-cdk-lib/core';
import { arns, boundaryArn, type Reach } from './reach.ts';
import { allow, type Reasoned } from './statement.ts';

const OWN = "Roles of the stage's functions and tasks, by the beginning of their name.";

/**
 * Management of the stage's own roles, only with the permissions boundary: otherwise the right to write a role's policy
 * would include every right.
 */
export function roles(reach: Reach): Reasoned[] {
  const resources = arns(reach, 'iam', (name) => `role/${name}`, '');
  return [
    allow(OWN, {
      actions: [
        'iam:AttachRolePolicy',
        'iam:CreateRole',
        'iam:DeleteRolePolicy',
        'iam:DetachRolePolicy',
        'iam:PutRolePermissionsBoundary',
        'iam:PutRolePolicy',
      ],
      resources,
      conditions: { StringEquals: { 'iam:PermissionsBoundary': boundaryArn(reach) } },
    }),
    allow(OWN, {
      actions: [
        'iam:DeleteRole',
        'iam:GetRole',
        'iam:GetRolePolicy',
        'iam:ListAttachedRolePolicies',
        'iam:ListInstanceProfilesForRole',
        'iam:ListRolePolicies',
        'iam:ListRoleTags',
        'iam:TagRole',
        'iam:UntagRole',
        'iam:UpdateAssumeRolePolicy',
        'iam:UpdateRole',
        'iam:UpdateRoleDescription',
      ],
      resources,
    }),
    allow(OWN, {
      actions: ['iam:PassRole'],
      resources,
      conditions: {
        StringEquals: {
          'iam:PassedToService': [
            'lambda.amazonaws.com',
            'ecs-tasks.amazonaws.com',
            's3.amazonaws.com',
            'scheduler.amazonaws.com',
          ],
        },
      },
    }),
    allow("AWS's own roles, which it writes itself and an account has once for a service.", {
      actions: ['iam:CreateServiceLinkedRole'],
      resources: [`arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:role/aws-service-role/*`],
      conditions: { StringEquals: { 'iam:AWSServiceName': [...LINKED] } },
    }),
    allow('A deployment asks whether the account has the role of ECS.', {
      actions: ['iam:GetRole'],
      resources: [`arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:role/aws-service-role/ecs.amazonaws.com/*`],
    }),
  ];
}

const LINKED = [
  'ecs.amazonaws.com',
  'ecs.application-autoscaling.amazonaws.com',
  'elasticloadbalancing.amazonaws.com',
  'ops.apigateway.amazonaws.com',
  'vpcorigin.cloudfront.amazonaws.com',
];
