import { Aws } from 'aws-cdk-lib/core';
import { arns, bucketArns, type Reach } from './reach.ts';
import { allow, type Reasoned } from './statement.ts';

const RUNNING = "The stage's own, by the beginning of the name; a role within it has less.";

/** Returns the permissions boundary of all roles made by a deployment: the needs of functions and tasks. */
export function boundary(reach: Reach): Reasoned[] {
  return [
    allow(RUNNING, {
      actions: [
        's3:*Object*',
        's3:AbortMultipartUpload',
        's3:GetBucketLocation',
        's3:GetReplicationConfiguration',
        's3:ListBucket*',
        's3:ReplicateDelete',
        's3:ReplicateTags',
      ],
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
    allow('Tenants have ids of chance and no tags, and certificates of CloudFront are those of tenants.', {
      actions: [
        'acm:AddTagsToCertificate',
        'acm:DescribeCertificate',
        'acm:RequestCertificate',
        'cloudfront:*DistributionTenant',
        'cloudfront:GetManagedCertificateDetails',
        'cloudfront:VerifyDnsConfiguration',
      ],
      resources: ['*'],
    }),
    allow('A token of the registry alone opens nothing; images are those of the mirror.', {
      actions: ['ecr:GetAuthorizationToken'],
      resources: ['*'],
    }),
    allow('One repository of the account holds the mirrored images of all stages, which are public elsewhere.', {
      actions: ['ecr:BatchCheckLayerAvailability', 'ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'],
      resources: [`arn:${Aws.PARTITION}:ecr:*:${Aws.ACCOUNT_ID}:repository/albumen/*`],
    }),
    allow('Traces have no resource to narrow them by.', {
      actions: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
      resources: ['*'],
    }),
  ];
}
