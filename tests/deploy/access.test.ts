import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { accessApp } from '../../stacks/access/app.ts';
import { outdir } from './zero-stack-variants.ts';
import { allows, resolved, type Request } from './access-iam.ts';
import { policiesOf, REFERENCES, statementsOf } from './access-roles.ts';

const ENTRY = resolve(import.meta.dirname, '../../stacks/access/main.ts');
/** IAM's limit for a managed policy, in characters without white space. */
const POLICY_LIMIT = 6_144;

const template = Template.fromStack(accessApp(outdir).stack);
const policies = policiesOf(template);
const boundaryOf = (role: 'Deploy' | 'Preview') => policies.find(({ id }) => id.startsWith(`${role}Boundary`))!;

const arn = (service: string, resource: string, region = 'eu-west-1') =>
  `arn:aws:${service}:${region}:123456789012:${resource}`;
const tag = (stage: string) => ({ 'aws:ResourceTag/sst:stage': stage });
const made = (stage: string) => ({ 'aws:RequestTag/sst:stage': stage });
const bounded = (role: string) => ({ 'iam:PermissionsBoundary': arn('iam', `policy/${role}-boundary`, '') });

/** Requests of a stage's deployment, one example of each kind. */
function workOn(stage: string, role: string, host: string): Request[] {
  const name = `albumen-${stage}`;
  return [
    { action: 'lambda:UpdateFunctionCode', resource: arn('lambda', `function:${name}-page`) },
    { action: 'sqs:CreateQueue', resource: arn('sqs', `${name}-ingest`) },
    { action: 'sns:Subscribe', resource: arn('sns', `${name}-alarms`) },
    { action: 'logs:PutRetentionPolicy', resource: arn('logs', `log-group:/aws/lambda/${name}-page:log-stream:`) },
    { action: 'logs:CreateLogGroup', resource: arn('logs', `log-group:${name}-zero-ClusterLogs-1A2B:log-stream:`) },
    { action: 'cloudwatch:PutMetricAlarm', resource: arn('cloudwatch', `alarm:${name}-dead-letters`) },
    { action: 'scheduler:UpdateSchedule', resource: arn('scheduler', `schedule/default/${name}-trash`) },
    { action: 'secretsmanager:PutSecretValue', resource: arn('secretsmanager', `secret:${name}-zero-Ab12Cd`) },
    { action: 'cloudformation:UpdateStack', resource: arn('cloudformation', `stack/${name}-zero/uuid`) },
    { action: 'ecs:UpdateService', resource: arn('ecs', `service/${name}-zero-Cluster-1/${name}-zero-Service-2`) },
    { action: 'ecs:RegisterTaskDefinition', resource: arn('ecs', `task-definition/${name}-zero-single:*`) },
    { action: 's3:PutLifecycleConfiguration', resource: `arn:aws:s3:::${name}-originals-1a2b` },
    { action: 's3:PutObject', resource: `arn:aws:s3:::${name}-site-1a2b/assets/index.js` },
    {
      action: 'cloudfront:UpdateDistribution',
      resource: arn('cloudfront', 'distribution/E1', ''),
      context: tag(stage),
    },
    { action: 'cloudfront:UpdateFunction', resource: arn('cloudfront', `function/${name}-viewer`, '') },
    { action: 'elasticloadbalancing:ModifyLoadBalancerAttributes', resource: '*', context: tag(stage) },
    { action: 'ec2:CreateVpc', resource: arn('ec2', 'vpc/*'), context: made(stage) },
    { action: 'ec2:DeleteSubnet', resource: arn('ec2', 'subnet/subnet-1'), context: tag(stage) },
    { action: 'iam:CreateRole', resource: arn('iam', `role/${name}-PageRole-ab`, ''), context: bounded(role) },
    {
      action: 'iam:PassRole',
      resource: arn('iam', `role/${name}-PageRole-ab`, ''),
      context: { 'iam:PassedToService': 'lambda.amazonaws.com' },
    },
    { action: 's3:PutObject', resource: `arn:aws:s3:::sst-state-a1b2/app/albumen/${stage}.json` },
    { action: 'ssm:GetParameter', resource: arn('ssm', `parameter/sst/passphrase/albumen/${stage}`) },
    {
      action: 'route53:ChangeResourceRecordSets',
      resource: 'arn:aws:route53:::hostedzone/Z1',
      context: { 'route53:ChangeResourceRecordSetsNormalizedRecordNames': [host] },
    },
  ];
}

const roles = [
  { id: 'Deploy', role: 'albumen-deploy', own: ['production', 'staging'], foreign: ['pr-12', 'prod', 'dev'] },
  { id: 'Preview', role: 'albumen-preview', own: ['pr-1', 'pr-12'], foreign: ['production', 'staging', 'dev'] },
] as const;

const hostOf = (stage: string) => (stage === 'production' ? 'albumen.example' : `${stage}.albumen.example`);

describe.each(roles)('$role', ({ id, role, own, foreign }) => {
  const statements = statementsOf(template, id);
  const refused = (request: Request) => expect([request, allows(statements, request)]).toEqual([request, false]);

  test.each(own)('deploys %s', (stage) => {
    for (const request of workOn(stage, role, hostOf(stage)))
      expect([request, allows(statements, request)]).toEqual([request, true]);
  });

  test.each(foreign)('cannot change %s', (stage) => {
    for (const request of workOn(stage, role, hostOf(stage))) refused(request);
  });

  test('cannot read SST’s data of another app', () => {
    for (const action of ['s3:GetObject', 's3:PutObject'])
      refused({ action, resource: `arn:aws:s3:::sst-state-a1b2/secret/other/${own[0]}.json` });
    refused({ action: 'ssm:GetParameter', resource: arn('ssm', `parameter/sst/passphrase/other/${own[0]}`) });
  });

  test('cannot take over resources of another stage, by name or by tag', () => {
    const name = `albumen-${own[0]}`;
    refused({
      action: 'lambda:InvokeFunction',
      resource: arn('lambda', `function:${name}-x`),
      context: tag(foreign[0]),
    });
    const both = { ...tag(foreign[0]), ...made(own[0]) };
    refused({ action: 'ec2:CreateTags', resource: arn('ec2', 'vpc/vpc-1'), context: both });
  });

  test('creates roles only with its boundary, and none for other services', () => {
    const resource = arn('iam', `role/albumen-${own[0]}-PageRole`, '');
    refused({ action: 'iam:CreateRole', resource });
    const other = role === 'albumen-deploy' ? 'albumen-preview' : 'albumen-deploy';
    refused({ action: 'iam:CreateRole', resource, context: bounded(other) });
    refused({ action: 'iam:PutRolePolicy', resource });
    refused({ action: 'iam:DeleteRolePermissionsBoundary', resource });
    refused({ action: 'iam:PassRole', resource, context: { 'iam:PassedToService': 'ec2.amazonaws.com' } });
  });

  test('cannot change its own restrictions', () => {
    for (const action of ['iam:UpdateAssumeRolePolicy', 'iam:AttachRolePolicy', 'iam:PutRolePolicy'])
      refused({ action, resource: arn('iam', `role/${role}`, ''), context: bounded(role) });
    for (const action of ['iam:CreatePolicyVersion', 'iam:DeletePolicy'])
      refused({ action, resource: arn('iam', `policy/${role}-boundary`, '') });
    refused({ action: 'cloudformation:UpdateStack', resource: arn('cloudformation', 'stack/albumen-access/uuid') });
    for (const action of ['iam:CreateUser', 'iam:CreateAccessKey', 'sts:AssumeRole', 'organizations:LeaveOrganization'])
      refused({ action, resource: '*' });
  });

  test('cannot read photos', () => {
    const resource = `arn:aws:s3:::albumen-${own[0]}-originals-1a2b/ab/cd.jpg`;
    refused({ action: 's3:GetObject', resource });
    refused({ action: 's3:GetObjectVersion', resource });
  });

  test('the boundary covers functions and tasks of its stages, and nothing else', () => {
    const { name, statements: most } = boundaryOf(id);
    expect(name).toBe(`${role}-boundary`);
    const running = (stage: string): Request[] => [
      { action: 's3:GetObject', resource: `arn:aws:s3:::albumen-${stage}-originals-1/x` },
      { action: 'sqs:SendMessage', resource: arn('sqs', `albumen-${stage}-outbox`) },
      { action: 'secretsmanager:GetSecretValue', resource: arn('secretsmanager', `secret:albumen-${stage}-zero-Ab`) },
      { action: 'cloudfront:CreateInvalidation', resource: '*', context: tag(stage) },
      { action: 'logs:PutLogEvents', resource: arn('logs', `log-group:albumen-${stage}-zero-Logs:log-stream:x`) },
    ];
    for (const stage of own) for (const request of running(stage)) expect(allows(most, request)).toBe(true);
    for (const stage of foreign) for (const request of running(stage)) expect(allows(most, request)).toBe(false);
    for (const action of ['iam:CreateRole', 'iam:PassRole', 'sts:AssumeRole', 's3:DeleteBucket', 's3:PutBucketPolicy'])
      expect([action, allows(most, { action, resource: `arn:aws:s3:::albumen-${own[0]}-originals-1` })]).toEqual([
        action,
        false,
      ]);
  });
});

describe.each([
  ['Deploy', ['production', 'staging']],
  ['Preview', ['preview']],
] as const)('the trust of %s', (id, environments) => {
  const [[, role]] = Object.entries(template.findResources('AWS::IAM::Role')).filter(([key]) => key.startsWith(id)) as [
    [string, { Properties: Record<string, unknown> }],
  ];

  test('is assumed by jobs of its environments and of this repository only', () => {
    const [trust] = (role.Properties['AssumeRolePolicyDocument'] as { Statement: Record<string, unknown>[] }).Statement;
    expect(trust!['Action']).toBe('sts:AssumeRoleWithWebIdentity');
    const subjects = environments.map((name) => `repo:studio/albumen:environment:${name}`);
    expect(resolved(trust!['Condition'], REFERENCES)).toEqual({
      StringEquals: {
        'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
        'token.actions.githubusercontent.com:sub': subjects.length > 1 ? subjects : [subjects[0]],
      },
    });
  });

  test('lasts an hour', () => {
    expect(role.Properties['MaxSessionDuration']).toBe(3600);
  });
});

test('gives the database token to previews only, and no other secret of that kind', () => {
  const request = (name: string) => ({
    action: 'secretsmanager:GetSecretValue',
    resource: arn('secretsmanager', `secret:${name}-Ab12Cd`),
  });
  expect(allows(statementsOf(template, 'Preview'), request('albumen/ci/supabase'))).toBe(true);
  expect(allows(statementsOf(template, 'Deploy'), request('albumen/ci/supabase'))).toBe(false);
  expect(allows(statementsOf(template, 'Preview'), request('albumen/ci/other'))).toBe(false);
});

test('keeps an account’s existing GitHub provider', () => {
  template.hasResource('AWS::IAM::OIDCProvider', { Condition: 'ProviderMissing' });
  template.hasCondition('ProviderMissing', { 'Fn::Equals': [{ Ref: 'OidcProviderArn' }, ''] });
});

test.each(policies)('$id fits into a policy', ({ statements }) => {
  expect(JSON.stringify({ Version: '2012-10-17', Statement: statements }).length).toBeLessThan(POLICY_LIMIT);
});

test('the command writes one template without assets', () => {
  const made = mkdtempSync(join(tmpdir(), 'access-'));
  try {
    execFileSync(process.execPath, [ENTRY, made]);
    const files = readdirSync(made);
    expect(files).toContain('albumen-access.template.json');
    expect(files.filter((file) => file.includes('asset'))).toEqual([]);
  } finally {
    rmSync(made, { recursive: true });
  }
});
