import { allow, type Violation, find, remove, set } from './violation.ts';

/** Breaks of access rights. */
export const ACCESS_VIOLATIONS: readonly Violation[] = [
  {
    check: 'nothing is public that should not be',
    by: 'a bucket that everybody reads',
    change: (graph) => {
      find(graph, 'BucketPolicy', 'OriginalsPolicy').inputs['policy'] = allow({
        Action: 's3:GetObject',
        Principal: '*',
      });
    },
    says: 'OriginalsPolicy lets everybody in',
  },
  {
    check: 'nothing is public that should not be',
    by: 'a role that the whole account may take, as SST makes it',
    change: set(
      'Role',
      'TrashRole',
      'assumeRolePolicy',
      allow({ Principal: { AWS: ['arn:aws:iam::123456789012:root'] } }),
    ),
    says: 'TrashRole lets everybody in',
  },
  {
    check: 'nothing is public that should not be',
    by: 'a queue that S3 fills for anybody',
    change: set('QueuePolicy', 'Ingest', 'policy', allow({ Principal: { Service: 's3.amazonaws.com' } })),
    says: 'Ingest lets everybody in',
  },
  {
    check: 'nothing is public that should not be',
    by: 'an open function URL',
    change: set('FunctionUrl', 'PageUrl', 'authorizationType', 'NONE'),
    says: 'PageUrl answers everybody',
  },
  {
    check: 'nothing is public that should not be',
    by: 'a call for anybody',
    change: set('Permission', 'WebPage', 'principal', '*'),
    says: 'WebPage: any caller',
  },
  {
    check: 'nothing is public that should not be',
    by: 'an open port',
    change: (graph) => {
      const { inputs } = find(graph, 'Stack', 'Zero');
      const template = JSON.parse(inputs['templateBody']);
      template.Resources.Open = { Type: 'AWS::EC2::SecurityGroupIngress', Properties: { CidrIp: '0.0.0.0/0' } };
      inputs['templateBody'] = JSON.stringify(template);
    },
    says: 'Zero: Open is open to the world',
  },
  {
    check: 'nothing is public that should not be',
    by: 'a policy where nobody looks for one',
    change: set('Secret', 'Zero', 'policy', allow({ Action: '*', Principal: '*' })),
    says: 'Zero (aws:secretsmanager/secret:Secret) has a policy',
  },
  {
    check: 'every right names its actions and what it is on',
    by: 'all actions of S3',
    change: set('Role', 'TrashRole', 'inlinePolicies', [
      { policy: allow({ Action: ['s3:*'], Resource: ['arn:aws:s3:::a'] }) },
    ]),
    says: 'TrashRole may do anything',
  },
  {
    check: 'every right names its actions and what it is on',
    by: 'any resource',
    change: set('Role', 'TrashRole', 'inlinePolicies', [
      { policy: allow({ Action: ['s3:GetObject'], Resource: '*' }) },
    ]),
    says: 'TrashRole may do it to anything',
  },
  {
    check: 'signed contracts are read by those who serve them',
    by: 'all of the bucket',
    change: set('Role', 'TrashRole', 'inlinePolicies', [
      { policy: allow({ Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::*'] }) },
    ]),
    says: 'TrashRole may read signed contracts',
  },
  {
    check: 'function URLs answer the distribution alone',
    by: 'one of the two permissions',
    change: remove('Permission', 'WebPage'),
    says: 'a distribution lacks lambda:InvokeFunction',
  },
  {
    check: 'function URLs answer the distribution alone',
    by: "another account's distribution",
    change: set('Permission', 'WebTransformUrl', 'sourceArn', 'arn:aws:cloudfront::123456789012:distribution/OTHER'),
    says: 'WebTransformUrl is for no distribution',
  },
];
