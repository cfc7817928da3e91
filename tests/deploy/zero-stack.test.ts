import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { groupSuffix, parseSyncGroups } from '#core/domain/studio/sync-groups.ts';
import { ZERO_IMAGE } from './graph/stage-env.ts';
import { containers, properties, synthesized, variants, type Synthesized } from './zero-stack-variants.ts';

const ENTRY = resolve(import.meta.dirname, '../../stacks/zero-stack/main.ts');
const GUIDE = resolve(import.meta.dirname, '../../docs/operations.md');
/** CloudFormation's limit for an inline template, in bytes. */
const INLINE_LIMIT = 51_200;
const BOUNDARY = 'arn:aws:iam::123456789012:policy/albumen-preview-boundary';

/** Rules of a security group, inline and separate. */
function rulesInto(stack: Synthesized): Record<string, unknown>[] {
  const inline = properties(stack, 'AWS::EC2::SecurityGroup').flatMap((group) => group['SecurityGroupIngress'] ?? []);
  return [...(inline as Record<string, unknown>[]), ...properties(stack, 'AWS::EC2::SecurityGroupIngress')];
}

test('the command writes the deployed template, without assets and within the inline limit', () => {
  const outdir = mkdtempSync(join(tmpdir(), 'zero-stack-'));
  try {
    execFileSync(process.execPath, [ENTRY, 'production', outdir], {
      env: { ...process.env, ALBUMEN_PERMISSIONS_BOUNDARY: BOUNDARY, ALBUMEN_ZERO_IMAGE: ZERO_IMAGE },
    });
    expect(readdirSync(outdir).filter((file) => file.includes('asset'))).toEqual([]);
    const text = readFileSync(join(outdir, 'albumen-production-zero.template.json'), 'utf8');
    expect(Buffer.byteLength(text)).toBeLessThan(INLINE_LIMIT);
    expect(text).toContain(BOUNDARY);
  } finally {
    rmSync(outdir, { recursive: true });
  }
});

test('names a missing stage or folder, and writes nothing', () => {
  expect(() => execFileSync(process.execPath, [ENTRY, 'production'], { stdio: 'pipe' })).toThrow(/usage: .*<outdir>/);
});

describe.each(variants)('$name', ({ stage, settings }) => {
  const stack = synthesized(stage, settings);
  const { number } = parseSyncGroups(settings.zero.groups).at(-1)!;
  const isMany = settings.zero.viewSyncers > 0;
  const keepsBackup = isMany || settings.keepData;

  test('is within the inline limit', () => {
    expect(Buffer.byteLength(stack.text)).toBeLessThan(INLINE_LIMIT);
  });

  test('uses no lookups and no custom resources', () => {
    expect(stack.ofType('AWS::Lambda::Function')).toEqual([]);
    expect(stack.text).not.toContain('Custom::');
    expect(stack.text).not.toContain('cdk-hnb659fds');
  });

  test('the network is dual-stack, without a NAT, with isolated subnets that have no way out', () => {
    stack.template.resourceCountIs('AWS::EC2::NatGateway', 0);
    stack.template.resourceCountIs('AWS::EC2::VPCGatewayAttachment', 1);
    const routes = properties(stack, 'AWS::EC2::Route');
    expect(routes).toHaveLength(4);
    for (const route of routes) expect(JSON.stringify(route['RouteTableId'])).toContain('Public');
    const destinations = routes.map((route) => route['DestinationCidrBlock'] ?? route['DestinationIpv6CidrBlock']);
    expect(new Set(destinations)).toEqual(new Set(['0.0.0.0/0', '::/0']));
    const zones = properties(stack, 'AWS::EC2::Subnet').map((subnet) => subnet['AvailabilityZone']);
    expect(new Set(zones)).toEqual(new Set(['eu-west-1a', 'eu-west-1b']));
  });

  test('tasks have a public address, by IPv6 too', () => {
    const subnets = stack.ofType('AWS::EC2::Subnet').filter(([id]) => id.includes('Public'));
    expect(subnets).toHaveLength(2);
    for (const [, { Properties }] of subnets) expect(Properties).toMatchObject({ AssignIpv6AddressOnCreation: true });
    for (const service of properties(stack, 'AWS::ECS::Service')) {
      const { AwsvpcConfiguration } = service['NetworkConfiguration'] as Record<string, Record<string, unknown>>;
      expect(AwsvpcConfiguration).toMatchObject({ AssignPublicIp: 'ENABLED' });
      expect(JSON.stringify(AwsvpcConfiguration!['Subnets'])).not.toContain('Isolated');
    }
  });

  test('every ingress rule names CloudFront or a group, and one port', () => {
    const ways = rulesInto(stack).map(({ FromPort, ToPort, CidrIp, CidrIpv6, ...from }) => {
      expect([CidrIp, CidrIpv6, from['IpProtocol']]).toEqual([undefined, undefined, 'tcp']);
      expect(ToPort).toBe(FromPort);
      return [FromPort, from['SourcePrefixListId'] ? 'CloudFront' : JSON.stringify(from['SourceSecurityGroupId'])];
    });
    const expected: unknown[] = [
      [80, 'CloudFront'],
      [4848, expect.stringContaining('BalancerGroup')],
    ];
    if (isMany) expected.push([4849, expect.stringContaining('ServingGroup')]);
    expect(ways.sort(([a], [b]) => Number(a) - Number(b))).toEqual(expected);
    stack.template.hasResourceProperties('AWS::EC2::SecurityGroupIngress', {
      SourcePrefixListId: { Ref: 'OriginFacingPrefixListId' },
    });
  });

  test('tasks reach the database and HTTPS, and no other port', () => {
    const ports = properties(stack, 'AWS::EC2::SecurityGroup')
      .flatMap((group) => (group['SecurityGroupEgress'] ?? []) as Record<string, unknown>[])
      .filter((rule) => rule['CidrIp'] !== '255.255.255.255/32')
      .map((rule) => [rule['FromPort'], rule['ToPort'], rule['CidrIp'] ?? rule['CidrIpv6']].join(' '));
    const each = [443, 5432, 6543].flatMap((port) => [`${port} ${port} 0.0.0.0/0`, `${port} ${port} ::/0`]);
    expect(new Set(ports)).toEqual(new Set(each));
  });

  test('the balancer is internal and forwards only sockets and the health check', () => {
    stack.template.hasResourceProperties('AWS::ElasticLoadBalancingV2::LoadBalancer', {
      Scheme: 'internal',
      Subnets: [{ Ref: Match.stringLikeRegexp('Isolated') }, { Ref: Match.stringLikeRegexp('Isolated') }],
      LoadBalancerAttributes: Match.arrayWith([
        { Key: 'deletion_protection.enabled', Value: 'false' },
        { Key: 'idle_timeout.timeout_seconds', Value: '3600' },
        { Key: 'routing.http.drop_invalid_header_fields.enabled', Value: 'true' },
      ]),
    });
    stack.template.hasResourceProperties('AWS::ElasticLoadBalancingV2::Listener', {
      Port: 80,
      DefaultActions: [{ Type: 'fixed-response', FixedResponseConfig: { StatusCode: '404' } }],
    });
    stack.template.resourceCountIs('AWS::ElasticLoadBalancingV2::ListenerRule', 1);
    stack.template.hasResourceProperties('AWS::ElasticLoadBalancingV2::ListenerRule', {
      Conditions: [
        { Field: 'path-pattern', PathPatternConfig: { Values: [`/zero${groupSuffix(number)}/sync/*`, '/keepalive'] } },
      ],
    });
  });

  test('health checks are more frequent than the 20 s after which zero-cache drains itself', () => {
    stack.template.hasResourceProperties('AWS::ElasticLoadBalancingV2::TargetGroup', {
      HealthCheckPath: '/keepalive',
      HealthCheckIntervalSeconds: 5,
      TargetGroupAttributes: Match.arrayWith([
        { Key: 'deregistration_delay.timeout_seconds', Value: isMany ? '120' : '5' },
        { Key: 'stickiness.type', Value: 'lb_cookie' },
        { Key: 'stickiness.lb_cookie.duration_seconds', Value: '120' },
      ]),
    });
  });

  test('tasks are confined', () => {
    for (const container of Object.values(containers(stack))) {
      expect(container).toMatchObject({
        ReadonlyRootFilesystem: true,
        LinuxParameters: { Capabilities: { Drop: ['ALL'] }, InitProcessEnabled: true },
        EntryPoint: ['/bin/sh', '-c'],
        // It checks the database's certificate by authorities that its image lacks.
        Command: ['printf %s "$DATABASE_CA" > /tmp/database-ca.pem && exec zero-cache'],
      });
      expect(container['Privileged']).not.toBe(true);
      const writable = (container['MountPoints'] as { ContainerPath: string }[]).map((point) => point.ContainerPath);
      expect(writable).toEqual(['/data', '/tmp']);
    }
    for (const service of properties(stack, 'AWS::ECS::Service')) {
      expect(service).toMatchObject({
        EnableExecuteCommand: false,
        DeploymentConfiguration: { DeploymentCircuitBreaker: { Enable: true, Rollback: true } },
      });
    }
  });

  test('tasks have the configured size and machines', () => {
    const { cpu, memoryMb, spot, diskGib } = settings.zero;
    stack.template.allResourcesProperties('AWS::ECS::TaskDefinition', {
      Cpu: String(cpu),
      Memory: String(memoryMb),
      EphemeralStorage: diskGib > 20 ? { SizeInGiB: diskGib } : Match.absent(),
    });
    for (const service of properties(stack, 'AWS::ECS::Service')) {
      if (spot) expect(service['CapacityProviderStrategy']).toEqual([{ CapacityProvider: 'FARGATE_SPOT', Weight: 1 }]);
      else expect(service['LaunchType']).toBe('FARGATE');
    }
  });

  test('logs have the configured retention, and stay when a protected stage is removed', () => {
    stack.template.resourceCountIs('AWS::Logs::LogGroup', 1);
    stack.template.hasResource('AWS::Logs::LogGroup', {
      Properties: { RetentionInDays: settings.logRetentionDays },
      DeletionPolicy: settings.protect ? 'Retain' : 'Delete',
    });
  });

  test('each alarm notifies the topic, on start and end', () => {
    const topic = [{ Ref: 'AlarmTopicArn' }];
    const alarms = stack.ofType('AWS::CloudWatch::Alarm').map(([id, { Properties }]) => {
      expect(Properties).toMatchObject({ AlarmActions: topic, OKActions: topic });
      return id.replace(/^Alarms/, '').replace(/[0-9A-F]{8}$/, '');
    });
    const each = (name: string) => [`${name}Cpu`, `${name}Memory`, `${name}Missing`];
    const expected = ['Unhealthy', 'Unserved', ...each('Node'), ...(isMany ? each('Replicator') : [])];
    expect(alarms.sort()).toEqual(settings.alarms === 'none' ? [] : expected.sort());
  });

  test('the processor alarms are within what the processes of a node can use', () => {
    const ofCpu = stack
      .ofType('AWS::CloudWatch::Alarm')
      .filter(
        ([, { Properties }]) => Properties['MetricName'] === 'CPUUtilization' && Properties['Statistic'] === 'Average',
      );
    const thresholds = Object.fromEntries(
      ofCpu.map(([id, { Properties }]) => [id.replace(/^Alarms|Cpu[0-9A-F]{8}$/g, ''), Properties['Threshold']]),
    );
    const vcpus = settings.zero.cpu / 1024;
    const expected = { Node: 85, ...(isMany ? { Replicator: Math.floor(85 / vcpus) } : {}) };
    expect(thresholds).toEqual(settings.alarms === 'none' ? {} : expected);
  });

  test('each alarm names its chapter of the guide', () => {
    const guide = readFileSync(GUIDE, 'utf8');
    for (const { AlarmDescription } of properties(stack, 'AWS::CloudWatch::Alarm')) {
      const [, section] = /docs\/operations\.md#alarm-([a-z-]+)$/.exec(String(AlarmDescription)) ?? [];
      expect(guide).toContain(`\n### alarm: ${section}\n`);
    }
  });

  test('a role has only the rights of its task', () => {
    const statements = properties(stack, 'AWS::IAM::Policy').flatMap(
      (policy) => (policy['PolicyDocument'] as { Statement: { Action: string | string[] }[] }).Statement,
    );
    const actions = new Set(statements.flatMap(({ Action }) => Action));
    const start = ['logs:CreateLogStream', 'logs:PutLogEvents'];
    const secret = ['secretsmanager:DescribeSecret', 'secretsmanager:GetSecretValue'];
    const list = ['s3:GetBucketLocation', 's3:ListBucket'];
    const objects = ['s3:AbortMultipartUpload', 's3:DeleteObject', 's3:GetObject', 's3:PutObject'];
    const backup = keepsBackup ? [...list, ...objects] : [];
    const image = ['BatchCheckLayerAvailability', 'BatchGetImage', 'GetAuthorizationToken', 'GetDownloadUrlForLayer'];
    const pull = settings.zero.mirroredImage ? image.map((action) => `ecr:${action}`) : [];
    expect([...actions].sort()).toEqual([...start, ...backup, ...pull, ...secret].sort());
    const wide = statements.filter((statement) => JSON.stringify(statement).includes('"Resource":"*"'));
    expect(wide.map(({ Action }) => Action)).toEqual(
      settings.zero.mirroredImage ? wide.map(() => 'ecr:GetAuthorizationToken') : [],
    );
  });

  test('the outputs are those the distribution and the dashboard need', () => {
    expect(Object.keys(stack.template.findOutputs('*')).sort()).toEqual([
      'ClusterName',
      'LoadBalancerArn',
      'LoadBalancerDnsName',
      'ServiceName',
    ]);
  });
});
