import { groupSuffix, isServing, parseSyncGroups, type SyncGroup } from '#core/domain/studio/sync-groups.ts';
import { cdkTemplate } from './cdk-template.ts';
import type { Foundations } from './foundations.ts';
import { physical } from './names.ts';
import { current, type Secrets } from './secrets.ts';
import { metricsUrl, type StageSettings } from './settings.ts';

/** zero-cache of a group of studios. */
export interface Zero {
  number: number;
  loadBalancerArn: $util.Output<string>;
  dnsName: $util.Output<string>;
  clusterName: $util.Output<string>;
  serviceName: $util.Output<string>;
}

/**
 * Deploys zero-cache's CDK stack (stacks/zero-stack) as a CloudFormation stack, one for each group of studios.
 * @param after dependencies: functions accept a new key before zero-cache sends it
 */
export function zeroCaches(stage: Foundations, after: $util.Input<$util.Resource>[]): readonly Zero[] {
  const version = zeroSecret(stage.secrets, stage.settings);
  const groups = parseSyncGroups(stage.settings.zero.groups);
  return groups.map((group) => zeroCache(stage, group, groups, version, after));
}

function zeroCache(
  { operator, topic, settings }: Foundations,
  group: SyncGroup,
  groups: readonly SyncGroup[],
  version: aws.secretsmanager.SecretVersion,
  after: $util.Input<$util.Resource>[],
): Zero {
  const { number } = group;
  const name = `zero${groupSuffix(number)}`;
  // A group that serves no studio may go with the next deployment.
  const protect = settings.protect && isServing(group, groups);
  const stack = new aws.cloudformation.Stack(
    `Zero${number || ''}`,
    {
      name: physical(name),
      templateBody: cdkTemplate('zero', name),
      capabilities: ['CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
      // A stack whose first deployment failed cannot be updated, only deleted.
      onFailure: 'DELETE',
      parameters: {
        AppOrigin: `https://${operator.host}`,
        SecretArn: version.arn,
        SecretVersionId: version.versionId,
        OriginFacingPrefixListId: originFacing(),
        ...(topic ? { AlarmTopicArn: topic.arn } : {}),
      },
    },
    {
      // `removal: retain` does not apply to stacks.
      protect,
      retainOnDelete: protect,
      customTimeouts: patience(settings),
      dependsOn: after,
    },
  );
  const output = (key: string) => stack.outputs.apply((outputs) => outputs[key] ?? '');
  return {
    number,
    loadBalancerArn: output('LoadBalancerArn'),
    dnsName: output('LoadBalancerDnsName'),
    clusterName: output('ClusterName'),
    serviceName: output('ServiceName'),
  };
}

/** Minutes for what a stack has beside its nodes: network, balancer, roles. */
const REST_MINUTES = 20;

/**
 * Returns how long a deployment waits for the stack: its nodes answer after the first copy of the database. The provider
 * gives up after half an hour, while CloudFormation goes on.
 */
function patience({ zero }: StageSettings) {
  const minutes = `${zero.firstCopyMinutes + REST_MINUTES}m`;
  return { create: minutes, update: minutes, delete: minutes };
}

/** Creates one secret of several fields, since Secrets Manager charges per secret. A task reads its own fields only. */
function zeroSecret(secrets: Secrets, settings: StageSettings): aws.secretsmanager.SecretVersion {
  const secret = new aws.secretsmanager.Secret(
    'Zero',
    {
      name: physical('zero'),
      description: `Albumen (${$app.stage}): what zero-cache connects and answers with`,
      // Recovery window of a deleted secret; without one a removed stage can be created again immediately.
      recoveryWindowInDays: settings.protect ? 30 : 0,
    },
    { protect: settings.protect },
  );
  return new aws.secretsmanager.SecretVersion('Zero', {
    secretId: secret.id,
    secretString: $util.jsonStringify({
      upstreamDb: secrets.databaseDirectUrl,
      adminPassword: secrets.zeroAdminPassword,
      apiKey: current(secrets.zeroApiKey),
      ...(metricsUrl() ? { otlpHeaders: required(secrets.otlpHeaders) } : {}),
    }),
  });
}

function required(otlpHeaders: $util.Output<string>): $util.Output<string> {
  return otlpHeaders.apply((value) => {
    if (value === '') throw new Error('ALBUMEN_METRICS_URL needs the secret OtlpHeaders');
    return value;
  });
}

/** Returns CloudFront's origin-facing addresses, which the balancer's security group allows. */
function originFacing(): $util.Output<string> {
  return aws.ec2.getManagedPrefixListOutput({ name: 'com.amazonaws.global.cloudfront.origin-facing' }).id;
}
