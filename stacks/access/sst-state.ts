import { Aws } from 'aws-cdk-lib/core';
import type { Reach } from './reach.ts';
import { allow, type Reasoned } from './statement.ts';

const STATE = `arn:${Aws.PARTITION}:s3:::sst-state-*`;
const ASSETS = `arn:${Aws.PARTITION}:s3:::sst-asset-*`;
const OWN = "SST keeps each stage's state, lock and secrets under the stage's name; the bucket's own is chance.";

/**
 * SST's state of a stage. The account's first deployment, run by an operator, creates the two buckets and
 * `/sst/bootstrap`. Fallbacks are secrets for stages without their own.
 */
export function sstState({ stages }: Reach): Reasoned[] {
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
