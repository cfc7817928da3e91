import * as ecs from 'aws-cdk-lib/aws-ecs';
import * as elb from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { Duration, Validations } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { groupSuffix } from '#core/domain/studio/sync-groups.ts';
import type { StageSettings } from '../settings.ts';
import type { Cluster } from './cluster.ts';
import { type Network, SYNC_PORT } from './network.ts';
import type { Parameters } from './parameters.ts';
import type { ReplicaBackup } from './replica-backup.ts';
import type { Replication } from './replication.ts';
import { ZeroService } from './service.ts';
import { ZeroTask } from './task.ts';

/** A socket without traffic for an hour is closed; zero-cache's clients send pings every few seconds. */
const IDLE_TIMEOUT = Duration.hours(1);
/** zero-cache needs frequent health checks: on ECS it drains itself after 20 s without one. */
const HEALTH_INTERVAL = Duration.seconds(5);
const HEALTH_TIMEOUT = Duration.seconds(3);
/** After a short interruption a client returns to the node that still has its queries in memory. */
const STICKINESS = Duration.minutes(2);

interface BalancerProps {
  /** First component of the sockets' path. */
  path: string;
  network: Network;
  /** Time for which a stopping node keeps its sockets. */
  deregistrationDelay: Duration;
}

/** Load balancer of the serving nodes, reachable by the distribution only. */
class Balancer extends Construct {
  readonly balancer: elb.ApplicationLoadBalancer;
  readonly targets: elb.ApplicationTargetGroup;

  constructor(scope: Construct, id: string, { path, network, deregistrationDelay }: BalancerProps) {
    super(scope, id);
    this.balancer = new elb.ApplicationLoadBalancer(this, 'Balancer', {
      vpc: network.vpc,
      vpcSubnets: network.isolatedSubnets,
      securityGroup: network.balancerGroup,
      internetFacing: false,
      idleTimeout: IDLE_TIMEOUT,
      dropInvalidHeaderFields: true,
      // It stores nothing, and a failed first deployment must be able to delete it; the stack is protected.
      deletionProtection: false,
    });
    Validations.of(this.balancer).acknowledge({
      id: 'AwsSolutions-ELB2',
      reason:
        "Its only client is the distribution. A line of its log would be a socket's address, with the ids of user and " +
        'client, kept for nobody; counts, errors and times are metrics without it.',
    });
    this.targets = new elb.ApplicationTargetGroup(this, 'Targets', {
      vpc: network.vpc,
      port: SYNC_PORT,
      protocol: elb.ApplicationProtocol.HTTP,
      targetType: elb.TargetType.IP,
      deregistrationDelay,
      stickinessCookieDuration: STICKINESS,
      healthCheck: {
        path: '/keepalive',
        interval: HEALTH_INTERVAL,
        timeout: HEALTH_TIMEOUT,
        healthyThresholdCount: 2,
        unhealthyThresholdCount: 3,
      },
    });
    this.listen(path);
  }

  /**
   * Forwards sockets and the health check, as functions/edge/api-request.ts passes them, and no other path of
   * zero-cache.
   */
  private listen(path: string): void {
    const listener = this.balancer.addListener('Http', {
      port: 80,
      protocol: elb.ApplicationProtocol.HTTP,
      open: false,
      defaultAction: elb.ListenerAction.fixedResponse(404),
    });
    listener.addAction('Sync', {
      priority: 1,
      conditions: [elb.ListenerCondition.pathPatterns([`/${path}/sync/*`, '/keepalive'])],
      action: elb.ListenerAction.forward([this.targets]),
    });
  }
}

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
      path: `zero${groupSuffix(props.parameters.group.number)}`,
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
