import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { settingsFor } from '../../stacks/settings.ts';
import { containers, many, properties, synthesized, variablesOf } from './zero-stack-variants.ts';

const BOUNDARY = 'arn:aws:iam::123456789012:policy/albumen-preview-boundary';

describe('one node', () => {
  const stack = synthesized('production', settingsFor('production'));

  test('never runs twice, and has the configured minutes for the initial copy', () => {
    stack.template.resourceCountIs('AWS::ECS::Service', 1);
    stack.template.hasResourceProperties('AWS::ECS::Service', {
      DesiredCount: 1,
      HealthCheckGracePeriodSeconds: settingsFor('production').zero.firstCopyMinutes * 60,
      DeploymentConfiguration: Match.objectLike({ MinimumHealthyPercent: 0, MaximumPercent: 100 }),
      AvailabilityZoneRebalancing: 'DISABLED',
    });
  });

  test('keeps a backup of its replica in production, and restores it instead of copying the database again', () => {
    const { single } = containers(stack);
    expect(JSON.stringify(variablesOf(single!)['ZERO_LITESTREAM_BACKUP_URL'])).toMatch(/"s3:\/\/".*"Ref".*"\/replica"/);
    stack.template.hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: Match.objectLike({
        Statement: Match.arrayWith([Match.objectLike({ Action: Match.arrayWith(['s3:GetObject', 's3:PutObject']) })]),
      }),
    });
    synthesized('dev', settingsFor('dev')).template.resourceCountIs('AWS::S3::Bucket', 0);
  });

  test('has no name in the network', () => {
    for (const type of ['AWS::ServiceDiscovery::Service', 'AWS::ApplicationAutoScaling::ScalableTarget'])
      stack.template.resourceCountIs(type, 0);
  });
});

describe('many nodes', () => {
  const stack = synthesized('production', many(settingsFor('production')));
  const service = (name: string) => stack.ofType('AWS::ECS::Service').find(([id]) => id.startsWith(name))![1];

  test('have one replication manager, which never runs twice and only view-syncers reach', () => {
    expect(service('Replication').Properties).toMatchObject({
      DesiredCount: 1,
      DeploymentConfiguration: { MinimumHealthyPercent: 0, MaximumPercent: 100 },
    });
    expect(service('Replication').Properties['LoadBalancers']).toBeUndefined();
    const { HealthCheck } = containers(stack)['replicator'] as unknown as { HealthCheck: Record<string, number> };
    const { firstCopyMinutes } = settingsFor('production').zero;
    expect(HealthCheck['StartPeriod']! + HealthCheck['Interval']! * HealthCheck['Retries']!).toBe(
      firstCopyMinutes * 60,
    );
    // ECS's limits.
    expect(HealthCheck['Retries']).toBeLessThanOrEqual(10);
    expect(HealthCheck['Interval']).toBeLessThanOrEqual(300);
    expect(JSON.stringify(HealthCheck)).not.toContain('keepalive');
  });

  test('replace view-syncers one by one, after the replication manager; only scaling sets their number', () => {
    const syncers = service('Serving');
    expect(syncers.Properties).toMatchObject({
      HealthCheckGracePeriodSeconds: settingsFor('production').zero.firstCopyMinutes * 60,
      DeploymentConfiguration: { MinimumHealthyPercent: 100, MaximumPercent: 200 },
    });
    expect(syncers.Properties['DesiredCount']).toBeUndefined();
    expect(syncers.DependsOn!.some((id) => id.startsWith('ReplicationReplicatorService'))).toBe(true);
    stack.template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', {
      MinCapacity: 2,
      MaxCapacity: 6,
    });
  });

  test('keep a private, encrypted, TLS-only backup that expires', () => {
    stack.template.hasResource('AWS::S3::Bucket', {
      DeletionPolicy: 'Retain',
      Properties: {
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
        },
        LifecycleConfiguration: {
          Rules: [
            { ExpirationInDays: 30, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' },
          ],
        },
      },
    });
    stack.template.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: Match.objectLike({
        Statement: [Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } })],
      }),
    });
  });
});

test('give every role the requested boundary, and none by default', () => {
  const boundaries = (boundary?: string) =>
    properties(synthesized('pr-12', many(settingsFor('pr-12')), boundary), 'AWS::IAM::Role').map(
      (role) => role['PermissionsBoundary'],
    );
  expect(boundaries(BOUNDARY)).toEqual(Array.from({ length: 4 }, () => BOUNDARY));
  expect(boundaries()).toEqual(Array.from({ length: 4 }, () => undefined));
});

test('a larger disk is requested from Fargate, and the longest copy still fits into ECS’s health checks', () => {
  const { zero, ...rest } = settingsFor('production');
  const large = synthesized('production', many({ ...rest, zero: { ...zero, diskGib: 100, firstCopyMinutes: 55 } }));
  large.template.allResourcesProperties('AWS::ECS::TaskDefinition', { EphemeralStorage: { SizeInGiB: 100 } });
  const { HealthCheck } = containers(large)['replicator'] as unknown as { HealthCheck: Record<string, number> };
  expect(HealthCheck).toMatchObject({ Interval: 300, Retries: 10, StartPeriod: 300 });
});
