import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Foundations } from './foundations.ts';
import { physical } from './names.ts';
import { current, type Secrets } from './secrets.ts';
import type { StageSettings } from './settings.ts';

export interface Zero {
  loadBalancerArn: $util.Output<string>;
  dnsName: $util.Output<string>;
}

/**
 * zero-cache, as its CDK stack says (stacks/zero-stack). SST bundles what it imports and CDK cannot be bundled, so the
 * template is written by a process of its own and deployed as CloudFormation's.
 * @param after what has to be there first: functions accept a new key before zero-cache sends it
 */
export function zeroCache(
  { operator, secrets, topic, settings }: Foundations,
  after: $util.Input<$util.Resource>[],
): Zero {
  const version = zeroSecret(secrets, settings);
  const stack = new aws.cloudformation.Stack(
    'Zero',
    {
      name: physical('zero'),
      templateBody: template(),
      capabilities: ['CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
      // A stack whose first deployment failed cannot be updated, only deleted.
      onFailure: 'DELETE',
      parameters: {
        AppOrigin: `https://${operator.host}`,
        SecretArn: version.arn,
        SecretVersionId: version.versionId,
        OriginFacingPrefixListId: originFacing(),
        AlarmTopicArn: topic.arn,
      },
    },
    // `removal: retain` knows nothing of stacks.
    { protect: settings.protect, retainOnDelete: settings.protect, dependsOn: after },
  );
  const out = (name: string) => stack.outputs.apply((outputs) => outputs[name] ?? '');
  return { loadBalancerArn: out('LoadBalancerArn'), dnsName: out('LoadBalancerDnsName') };
}

/** One secret of several fields: Secrets Manager charges for each. A task reads its own fields and no others. */
function zeroSecret(secrets: Secrets, settings: StageSettings): aws.secretsmanager.SecretVersion {
  const secret = new aws.secretsmanager.Secret(
    'Zero',
    {
      name: physical('zero'),
      description: `Albumen (${$app.stage}): what zero-cache connects and answers with`,
      // Days in which a deleted one can be had back; without them a removed stage can be made again at once.
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
    }),
  });
}

/** The addresses that CloudFront asks from: the balancer's security group lets in these. */
function originFacing(): $util.Output<string> {
  return aws.ec2.getManagedPrefixListOutput({ name: 'com.amazonaws.global.cloudfront.origin-facing' }).id;
}

/** The project's own Node: the operator's may be older than TypeScript without a build. */
function template(): string {
  const node = join('node_modules', 'node', 'bin', 'node');
  const out = join('.build', 'zero', $app.stage);
  execFileSync(node, ['stacks/zero-stack/main.ts', $app.stage, out], { stdio: ['ignore', 'ignore', 'inherit'] });
  return readFileSync(join(out, `${physical('zero')}.template.json`), 'utf8');
}
