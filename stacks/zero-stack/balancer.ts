import { Duration, Validations } from 'aws-cdk-lib/core';
import * as elb from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { Construct } from 'constructs';
import { SYNC_PORT, type Network } from './network.ts';

/** A socket without traffic for an hour is closed; zero-cache's clients send pings every few seconds. */
const IDLE_TIMEOUT = Duration.hours(1);
/** zero-cache needs frequent health checks: on ECS it drains itself after 20 s without one. */
const HEALTH_INTERVAL = Duration.seconds(5);
const HEALTH_TIMEOUT = Duration.seconds(3);
/** After a short interruption a client returns to the node that still has its queries in memory. */
const STICKINESS = Duration.minutes(2);

export interface BalancerProps {
  network: Network;
  /** Time for which a stopping node keeps its sockets. */
  deregistrationDelay: Duration;
}

/** Load balancer of the serving nodes, reachable by the distribution only. */
export class Balancer extends Construct {
  readonly balancer: elb.ApplicationLoadBalancer;
  readonly targets: elb.ApplicationTargetGroup;

  constructor(scope: Construct, id: string, { network, deregistrationDelay }: BalancerProps) {
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
    this.listen();
  }

  /**
   * Forwards sockets and the health check, as functions/edge/api-request.ts passes them, and no other path of
   * zero-cache.
   */
  private listen(): void {
    const listener = this.balancer.addListener('Http', {
      port: 80,
      protocol: elb.ApplicationProtocol.HTTP,
      open: false,
      defaultAction: elb.ListenerAction.fixedResponse(404),
    });
    listener.addAction('Sync', {
      priority: 1,
      conditions: [elb.ListenerCondition.pathPatterns(['/zero/sync/*', '/keepalive'])],
      action: elb.ListenerAction.forward([this.targets]),
    });
  }
}
