import { Aws } from 'aws-cdk-lib';
import type { Reach } from './reach.ts';
import { allow, type Reasoned } from './statement.ts';

/** DNS records of the stages' hosts, and of their certificates' validation. */
export function records({ hosts }: Reach, domain: string): Reasoned[] {
  const own = hosts.flatMap((host) => [`${host}${domain}`, `_*.${host}${domain}`]);
  return [
    allow('Narrowed by the names of the records; zones are known by ids of chance.', {
      actions: ['route53:ChangeResourceRecordSets'],
      resources: [`arn:${Aws.PARTITION}:route53:::hostedzone/*`],
      conditions: { 'ForAllValues:StringLike': { 'route53:ChangeResourceRecordSetsNormalizedRecordNames': own } },
    }),
  ];
}
