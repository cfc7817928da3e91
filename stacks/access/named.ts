import { arns, bucketArns, type Reach } from './reach.ts';
import { allow, deny, type Reasoned } from './statement.ts';

const BY_NAME = "The name begins with the stage's, and what a deployment makes of it changes with the code.";

/** What carries its stage's name in its ARN: the role may do everything to its own, and nothing to others. */
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
    all(
      'logs',
      ...LOG_GROUPS,
      (name) => `delivery-source:${name}`,
      (name) => `delivery-destination:${name}`,
    ),
    all('cloudwatch', (name) => `alarm:${name}`),
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

/** Of the functions, of the API and the distribution, and of what CloudFormation names. */
const LOG_GROUPS = ['/aws/lambda/', '/aws/vendedlogs/', ''].map((path) => (name: string) => `log-group:${path}${name}`);

/** A deployment needs no photograph and no table of the database, wherever its stage keeps them. */
export function withheld(reach: Reach): Reasoned[] {
  const resources = bucketArns(reach).map((arn) => `${arn}originals*/*`);
  return [
    deny('Whatever the name of a photograph is, a deployment does not read it.', {
      actions: ['s3:GetObject', 's3:GetObjectVersion'],
      resources,
    }),
  ];
}
