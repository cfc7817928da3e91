import { Aws } from 'aws-cdk-lib/core';

/** Stages that a role may change, and GitHub environments that may assume it. */
export interface Reach {
  role: string;
  environments: readonly string[];
  /** Stage names; a trailing `*` matches any suffix. */
  stages: readonly string[];
  /** Hosts of its stages below the domain; '' is the domain itself. */
  hosts: readonly string[];
  /** True if the stages of this role have alarms and external health checks. */
  watches: boolean;
}

/** Permanent stages. GitHub's protection rules of the environments decide who may start a deployment. */
export const DEPLOY: Reach = {
  role: 'albumen-deploy',
  environments: ['production', 'staging'],
  stages: ['production', 'staging'],
  hosts: ['', 'staging.'],
  watches: true,
};

/** One stage per pull request. */
export const PREVIEW: Reach = {
  role: 'albumen-preview',
  environments: ['preview'],
  stages: ['pr-*'],
  hosts: ['pr-*.'],
  watches: false,
};

/**
 * Returns name patterns, `albumen-production-*`, `albumen-pr-*`: stacks/names.ts, SST and CloudFormation begin every
 * name like this.
 */
export function names({ stages }: Reach): string[] {
  return stages.map((stage) => `albumen-${stage.endsWith('*') ? stage : `${stage}-*`}`);
}

/** Returns one ARN per stage for resources whose name is part of their ARN. */
export function arns(reach: Reach, service: string, resource: (name: string) => string, region = '*'): string[] {
  return names(reach).map((name) => `arn:${Aws.PARTITION}:${service}:${region}:${Aws.ACCOUNT_ID}:${resource(name)}`);
}

export function bucketArns(reach: Reach, objects = ''): string[] {
  return names(reach).map((name) => `arn:${Aws.PARTITION}:s3:::${name}${objects}`);
}

export function boundaryArn({ role }: Reach): string {
  return `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:policy/${role}-boundary`;
}
