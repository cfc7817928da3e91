import { Duration } from 'aws-cdk-lib';
import * as ecs from 'aws-cdk-lib/aws-ecs';
import { Construct } from 'constructs';
import type { StageSettings } from '../settings.ts';
import { Balancer } from './balancer.ts';
import type { Cluster } from './cluster.ts';
import type { Network } from './network.ts';
import type { Parameters } from './parameters.ts';
import type { Replication } from './replication.ts';
import { FIRST_SYNC, ZeroService } from './service.ts';
import { ZeroTask } from './task.ts';

/** A lone node's sockets have nowhere to go, and its successor waits for it; those of many are moved in peace. */
const LEAVING = {
  single: { deregistrationDelay: Duration.seconds(5), stopTimeout: Duration.seconds(30) },
  syncer: { deregistrationDelay: Duration.minutes(2), stopTimeout: Duration.minutes(2) },
} as const;
/** Above it another view-syncer helps; sockets move slowly, so one goes only after a quiet quarter of an hour. */
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
  /** Present where view-syncers serve; without it the one node replicates for itself. */
  replication: Replication | undefined;
}

/** Whoever serves clients, behind the balancer. */
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
    replication?.allow(group, task);
    this.service = new ZeroService(this, 'Node', {
      ...props,
      group,
      task,
      spot: props.settings.zero.spot,
      exclusive: role === 'single',
      gracePeriod: FIRST_SYNC,
    }).service;
    this.service.attachToApplicationTargetGroup(this.front.targets);
    // ECS refuses a target group that no listener has taken yet.
    this.service.node.addDependency(this.front);
    if (replication) {
      this.scale(props.settings);
      // View-syncers begin from its backup, and an upgrade of Zero goes through it first.
      this.service.node.addDependency(replication.service);
    }
  }

  private task({ cluster, parameters, settings, replication }: ServingProps, role: 'single' | 'syncer'): ZeroTask {
    return new ZeroTask(this, 'Task', {
      role,
      settings: settings.zero,
      parameters,
      logGroup: cluster.logGroup,
      stopTimeout: LEAVING[role].stopTimeout,
      ...(replication ? { environment: replication.environment } : {}),
    });
  }

  private scale({ zero }: StageSettings): void {
    const count = this.service.autoScaleTaskCount({
      minCapacity: zero.viewSyncers,
      maxCapacity: Math.max(zero.viewSyncers, zero.maxViewSyncers),
    });
    count.scaleOnCpuUtilization('Cpu', SCALING);
    // The count is the scaling's: a deployment that named one would send helpers away in the middle of a busy day.
    (this.service.node.defaultChild as ecs.CfnService).addPropertyDeletionOverride('DesiredCount');
  }
}
