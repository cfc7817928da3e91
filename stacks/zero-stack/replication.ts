import { Duration } from 'aws-cdk-lib/core';
import * as ec2 from 'aws-cdk-lib/aws-ec2';
import type * as ecs from 'aws-cdk-lib/aws-ecs';
import * as cloudmap from 'aws-cdk-lib/aws-servicediscovery';
import { Construct } from 'constructs';
import type { ZeroSettings } from '../settings.ts';
import type { Cluster } from './cluster.ts';
import { CHANGE_STREAMER_PORT, type Network } from './network.ts';
import type { Parameters } from './parameters.ts';
import type { ReplicaBackup } from './replica-backup.ts';
import { ZeroService } from './service.ts';
import { ZeroTask } from './task.ts';

/** DNS namespace of the network, in which view-syncers find the replication manager. */
const NAMESPACE = 'zero.internal';
const HOST = 'replication';
/** ECS's maxima: failures within the start period do not count, and after so many others it replaces the task. */
const HEALTH = { startPeriod: Duration.minutes(5), retries: 10 };

export interface ReplicationProps {
  cluster: Cluster;
  network: Network;
  parameters: Parameters;
  settings: ZeroSettings;
  backup: ReplicaBackup;
}

/**
 * The only node with the replication slot: streams all changes to the view-syncers, and keeps a backup of the replica
 * from which they start. While it is replaced, for about a minute, they serve the data they have.
 */
export class Replication extends Construct {
  readonly service: ecs.FargateService;
  /** Environment of the view-syncers. */
  readonly environment = { ZERO_CHANGE_STREAMER_URI: `ws://${HOST}.${NAMESPACE}:${CHANGE_STREAMER_PORT}` };
  private readonly backup: ReplicaBackup;
  private readonly group: ec2.SecurityGroup;

  constructor(scope: Construct, id: string, props: ReplicationProps) {
    super(scope, id);
    this.backup = props.backup;
    this.group = props.network.taskGroup('ReplicatorGroup', 'zero-cache, the replication manager');
    const task = new ZeroTask(this, 'Task', {
      role: 'replicator',
      settings: props.settings,
      parameters: props.parameters,
      logGroup: props.cluster.logGroup,
      stopTimeout: Duration.seconds(30),
      healthCheck: changeStreamerAnswers(props.settings),
      environment: this.backup.environment,
    });
    this.backup.letWrite(task);
    const namespace = new cloudmap.PrivateDnsNamespace(this, 'Namespace', { name: NAMESPACE, vpc: props.network.vpc });
    this.service = new ZeroService(this, 'Replicator', {
      ...props,
      group: this.group,
      task,
      spot: props.settings.spot,
      exclusive: true,
      cloudMap: { cloudMapNamespace: namespace, name: HOST, dnsTtl: Duration.seconds(10) },
    }).service;
  }

  /** Allows view-syncers with that group and task to read the changes and the backup. */
  allow(group: ec2.SecurityGroup, task: ZeroTask): void {
    this.group.connections.allowFrom(group, ec2.Port.tcp(CHANGE_STREAMER_PORT), 'view-syncers follow the changes');
    this.backup.letRead(task);
  }
}

/**
 * Checks that its port is open, after the first copy. Not `/keepalive`, which is for balancers: once called, it must be
 * called forever.
 */
function changeStreamerAnswers({ firstCopyMinutes }: ZeroSettings): ecs.HealthCheck {
  const { startPeriod, retries } = HEALTH;
  const interval = Math.ceil((firstCopyMinutes * 60 - startPeriod.toSeconds()) / retries);
  return {
    startPeriod,
    retries,
    interval: Duration.seconds(interval),
    timeout: Duration.seconds(5),
    command: ['CMD-SHELL', `curl -fsS http://localhost:${CHANGE_STREAMER_PORT}/`],
  };
}
