import { Aws } from 'aws-cdk-lib';

/** Which stages a role may touch, and which GitHub environments may take it. */
export interface Reach {
  role: string;
  environments: readonly string[];
  /** Stages by name; a `*` at the end stands for any number. */
  stages: readonly string[];
  /** Names of hosts that its stages have, below the domain; an empty one is the domain itself. */
  hosts: readonly string[];
}

/** Stages that people use. The environments' protection rules, on GitHub, say who may start a deployment. */
export const DEPLOY: Reach = {
  role: 'albumen-deploy',
  environments: ['production', 'staging'],
  stages: ['production', 'staging'],
  hosts: ['', 'staging.'],
};

/** A stage for each pull request. */
export const PREVIEW: Reach = {
  role: 'albumen-preview',
  environments: ['preview'],
  stages: ['pr-*'],
  hosts: ['pr-*.'],
};

/** `albumen-production-*`, `albumen-pr-*`: how stacks/names.ts, SST and CloudFormation begin every name. */
export function names({ stages }: Reach): string[] {
  return stages.map((stage) => `albumen-${stage.endsWith('*') ? stage : `${stage}-*`}`);
}

/** ARNs in this account, one for each stage, of resources whose name is part of the ARN. */
export function arns(reach: Reach, service: string, resource: (name: string) => string, region = '*'): string[] {
  return names(reach).map((name) => `arn:${Aws.PARTITION}:${service}:${region}:${Aws.ACCOUNT_ID}:${resource(name)}`);
}

export function bucketArns(reach: Reach, objects = ''): string[] {
  return names(reach).map((name) => `arn:${Aws.PARTITION}:s3:::${name}${objects}`);
}

export function boundaryArn({ role }: Reach): string {
  return `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:policy/${role}-boundary`;
}
