import { Aws } from 'aws-cdk-lib/core';
import { arns, bucketArns, type Reach } from './reach.ts';
import { allow, deny, type Reasoned } from './statement.ts';

const BY_NAME = "The name begins with the stage's, and what a deployment makes of it changes with the code.";

/** Resources with the stage's name in their ARN: full access to the role's own stages, none to others. */
export function named(reach: Reach): Reasoned[] {
  const all = (service: string, ...resources: ((name: string) => string)[]) =>
    allow(BY_NAME, {
      actions: [`${service}:*`],
      resources: resources.flatMap((resource) => arns(reach, service, resource)),
    });
  return [
    all('lambda', (name) => `function:${name}`),
    all('sqs', (name) => name),
    all('sns', (name) => name),
    all('ses', (name) => `configuration-set/${name}`),
    all(
      'logs',
      ...LOG_GROUPS,
      (name) => `delivery-source:${name}`,
      (name) => `delivery-destination:${name}`,
    ),
    all('cloudwatch', (name) => `alarm:${name}`),
    allow(BY_NAME, { actions: ['cloudwatch:*'], resources: dashboards(reach) }),
    all('scheduler', (name) => `schedule/default/${name}`),
    all('secretsmanager', (name) => `secret:${name}`),
    all('cloudformation', (name) => `stack/${name}`),
    all(
      'ecs',
      (name) => `cluster/${name}`,
      (name) => `service/${name}`,
      (name) => `task-definition/${name}`,
    ),
    all('kms', (name) => `alias/${name}`),
    all('budgets', (name) => `budget/${name}`),
    all('wafv2', (name) => `global/webacl/${name}`),
    all('cloudfront', (name) => `function/${name}`),
    allow(BY_NAME, { actions: ['s3:*'], resources: [...bucketArns(reach), ...bucketArns(reach, '/*')] }),
  ];
}

/** A dashboard has no region, and the stage's own name. */
function dashboards({ stages }: Reach): string[] {
  return stages.map((stage) => `arn:${Aws.PARTITION}:cloudwatch::${Aws.ACCOUNT_ID}:dashboard/albumen-${stage}`);
}

/** Log groups of functions, of the API and the distribution, and those that CloudFormation names. */
const LOG_GROUPS = ['/aws/lambda/', '/aws/vendedlogs/', ''].map((path) => (name: string) => `log-group:${path}${name}`);

/** Denies reading photos, which no deployment needs, in the buckets of originals. */
export function withheld(reach: Reach): Reasoned[] {
  const resources = bucketArns(reach).map((arn) => `${arn}originals*/*`);
  return [
    deny('Whatever the name of a photograph is, a deployment does not read it.', {
      actions: ['s3:GetObject', 's3:GetObjectVersion'],
      resources,
    }),
  ];
}
