import { Duration } from 'aws-cdk-lib/core';
import * as ecs from 'aws-cdk-lib/aws-ecs';
import { Construct } from 'constructs';
import type { StageSettings } from '../settings.ts';
import { Balancer } from './balancer.ts';
import type { Cluster } from './cluster.ts';
import type { Network } from './network.ts';
import type { Parameters } from './parameters.ts';
import type { Replication } from './replication.ts';
import type { ReplicaBackup } from './replica-backup.ts';
import { ZeroService } from './service.ts';
import { ZeroTask } from './task.ts';

/** A single node's sockets cannot move, and its successor waits for it; with several nodes they are moved gradually. */
const LEAVING = {
  single: { deregistrationDelay: Duration.seconds(5), stopTimeout: Duration.seconds(30) },
  syncer: { deregistrationDelay: Duration.minutes(2), stopTimeout: Duration.minutes(2) },
} as const;
/** Target that adds a view-syncer. Sockets move slowly, so one is removed only after a quiet quarter of an hour. */
const SCALING = {
  targetUtilizationPercent: 60,
  scaleOutCooldown: Duration.minutes(2),
  scaleInCooldown: Duration.minutes(15),
};

export interface ServingProps {
  cluster: Cluster;
  network: Network;
  parameters: Parameters;
  settings: StageSettings;
  /** Set with view-syncers; otherwise the single node replicates itself. */
  replication: Replication | undefined;
  /** Backup of the single node's own replica. */
  backup: ReplicaBackup | undefined;
}

/** The serving nodes, behind the balancer. */
export class Serving extends Construct {
  readonly service: ecs.FargateService;
  readonly front: Balancer;

  constructor(scope: Construct, id: string, props: ServingProps) {
    super(scope, id);
    const { network, replication } = props;
    const role = replication ? 'syncer' : 'single';
    const group = network.taskGroup('ServingGroup', `zero-cache, ${role}`);
    this.front = new Balancer(this, 'Front', {
      network,
      deregistrationDelay: LEAVING[role].deregistrationDelay,
    });
    const task = this.task(props, role);
    if (replication) replication.allow(group, task);
    else props.backup?.letWrite(task);
    this.service = new ZeroService(this, 'Node', {
      ...props,
      group,
      task,
      spot: props.settings.zero.spot,
      exclusive: role === 'single',
      // Health checks are ignored during the first copy.
      gracePeriod: Duration.minutes(props.settings.zero.firstCopyMinutes),
    }).service;
    this.service.attachToApplicationTargetGroup(this.front.targets);
    // ECS refuses a target group without a listener.
    this.service.node.addDependency(this.front);
    if (replication) {
      this.scale(props.settings);
      // View-syncers start from its backup, and upgrades of Zero must update it first.
      this.service.node.addDependency(replication.service);
    }
  }

  private task(
    { cluster, parameters, settings, replication, backup }: ServingProps,
    role: 'single' | 'syncer',
  ): ZeroTask {
    return new ZeroTask(this, 'Task', {
      role,
      settings: settings.zero,
      parameters,
      logGroup: cluster.logGroup,
      stopTimeout: LEAVING[role].stopTimeout,
      environment: (replication ?? backup)?.environment ?? {},
    });
  }

  private scale({ zero }: StageSettings): void {
    const count = this.service.autoScaleTaskCount({
      minCapacity: zero.viewSyncers,
      maxCapacity: Math.max(zero.viewSyncers, zero.maxViewSyncers),
    });
    count.scaleOnCpuUtilization('Cpu', SCALING);
    // Auto scaling owns the count: a deployment with a fixed one would stop nodes under load.
    (this.service.node.defaultChild as ecs.CfnService).addPropertyDeletionOverride('DesiredCount');
  }
}
