import { arns, bucketArns, type Reach } from './reach.ts';
import { allow, type Reasoned } from './statement.ts';

const RUNNING = "The stage's own, by the beginning of the name; a role within it has less.";

/** Returns the permissions boundary of all roles made by a deployment: the needs of functions and tasks. */
export function boundary(reach: Reach): Reasoned[] {
  return [
    allow(RUNNING, {
      actions: ['s3:*Object*', 's3:AbortMultipartUpload', 's3:ListBucket*', 's3:GetBucketLocation'],
      resources: [...bucketArns(reach), ...bucketArns(reach, '/*')],
    }),
    allow(RUNNING, {
      actions: [
        'sqs:ChangeMessageVisibility',
        'sqs:DeleteMessage',
        'sqs:Get*',
        'sqs:ReceiveMessage',
        'sqs:SendMessage',
      ],
      resources: arns(reach, 'sqs', (name) => name),
    }),
    allow(RUNNING, {
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: ['/aws/lambda/', ''].flatMap((path) => arns(reach, 'logs', (name) => `log-group:${path}${name}`)),
    }),
    allow(RUNNING, {
      actions: ['secretsmanager:DescribeSecret', 'secretsmanager:GetSecretValue'],
      resources: arns(reach, 'secretsmanager', (name) => `secret:${name}`),
    }),
    allow(RUNNING, {
      actions: ['lambda:InvokeFunction'],
      resources: arns(reach, 'lambda', (name) => `function:${name}`),
    }),
    allow("Narrowed by the stage's tag: the distribution to purge, and the key of the functions' environments.", {
      actions: ['cloudfront:CreateInvalidation', 'kms:Decrypt'],
      resources: ['*'],
      conditions: { StringLike: { 'aws:ResourceTag/sst:stage': [...reach.stages] } },
    }),
    allow('Traces have no resource to narrow them by.', {
      actions: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
      resources: ['*'],
    }),
  ];
}
