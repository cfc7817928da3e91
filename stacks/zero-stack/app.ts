import {
  App,
  BootstraplessSynthesizer,
  CfnOutput,
  PermissionsBoundary,
  Stack,
  type StackProps,
} from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { groupSuffix, parseSyncGroups, type SyncGroup } from '#core/domain/studio/sync-groups.ts';
import type { StageSettings, ZeroSettings } from '../settings.ts';
import { Alarms } from './alarms.ts';
import { Cluster } from './cluster.ts';
import { usableShare } from './environment.ts';
import { Network } from './network.ts';
import { type Choices, parametersOf } from './parameters.ts';
import { ReplicaBackup } from './replica-backup.ts';
import { Replication } from './replication.ts';
import { Serving } from './serving.ts';

interface ZeroStackProps extends StackProps {
  settings: StageSettings;
  choices: Choices;
}

/**
 * zero-cache on AWS: one node that replicates and serves, or, from `viewSyncers: 1` on, a replication manager and
 * view-syncers. The template has no assets and no lookups, so that any CloudFormation client can deploy it.
 */
class ZeroStack extends Stack {
  constructor(scope: Construct, id: string, { settings, choices, ...props }: ZeroStackProps) {
    super(scope, id, {
      ...props,
      synthesizer: new BootstraplessSynthesizer(),
      // CloudFormation accepts at most 51,200 bytes of template per call.
      suppressTemplateIndentation: true,
    });
    const { region, zones, zero } = settings;
    const parameters = parametersOf(this, settings, choices);
    const network = new Network(this, 'Network', {
      availabilityZones: zones.map((zone) => region + zone),
      originFacingPrefixListId: parameters.originFacingPrefixListId,
    });
    const cluster = new Cluster(this, 'Cluster', network, settings);
    const shared = { cluster, network, parameters };
    const isMany = zero.viewSyncers > 0;
    // A small stage copies its database within seconds.
    const backup = isMany || settings.keepData ? new ReplicaBackup(this, 'ReplicaBackup') : undefined;
    const replication =
      isMany && backup ? new Replication(this, 'Replication', { ...shared, backup, settings: zero }) : undefined;
    const serving = new Serving(this, 'Serving', { ...shared, settings, replication, backup });
    if (parameters.alarmTopicArn) {
      this.watch(new Alarms(this, 'Alarms', parameters.alarmTopicArn), serving, replication, zero);
    }
    new CfnOutput(this, 'LoadBalancerArn', { value: serving.front.balancer.loadBalancerArn });
    new CfnOutput(this, 'LoadBalancerDnsName', { value: serving.front.balancer.loadBalancerDnsName });
    new CfnOutput(this, 'ClusterName', { value: cluster.cluster.clusterName });
    new CfnOutput(this, 'ServiceName', { value: serving.service.serviceName });
  }

  private watch(alarms: Alarms, serving: Serving, replication: Replication | undefined, zero: ZeroSettings): void {
    alarms.watchTargets(serving.front.targets);
    const role = replication ? 'syncer' : 'single';
    alarms.watchService('Node', serving.service, Math.max(1, zero.viewSyncers), usableShare(role, zero));
    if (replication) alarms.watchService('Replicator', replication.service, 1, usableShare('replicator', zero));
  }
}

/**
 * Returns the stack's name, with which CloudFormation begins its resources' names: stacks/access allows a stage its own
 * names only.
 */
function zeroStackName(stage: string, { number }: SyncGroup): string {
  return `albumen-${stage}-zero${groupSuffix(number)}`;
}

export interface ZeroAppOptions {
  stage: string;
  settings: StageSettings;
  choices?: Omit<Choices, 'group'>;
  /** ARN of the managed policy that bounds the roles of this stack. */
  permissionsBoundary?: string | null;
  /** Folder in which `synth()` writes `{stack}.template.json`; by default one of CDK's own. */
  outdir?: string | undefined;
}

/** The vendor's image, and no metrics. */
const VENDOR: Omit<Choices, 'group'> = { image: null, metricsUrl: null };

/** Returns a stack for each group of studios, in the setting's order. */
export function zeroApp({ stage, settings, choices = VENDOR, permissionsBoundary = null, outdir }: ZeroAppOptions) {
  const app = new App({ analyticsReporting: false, ...(outdir ? { outdir } : {}) });
  const stacks = parseSyncGroups(settings.zero.groups).map(
    (group) =>
      new ZeroStack(app, zeroStackName(stage, group), {
        settings,
        choices: { ...choices, group },
        ...(permissionsBoundary ? { permissionsBoundary: PermissionsBoundary.fromArn(permissionsBoundary) } : {}),
        description: `Albumen, ${stage}: zero-cache`,
        env: { region: settings.region },
      }),
  );
  return { app, stacks };
}
