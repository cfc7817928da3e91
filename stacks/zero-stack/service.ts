import type { Duration } from 'aws-cdk-lib/core';
import type * as ec2 from 'aws-cdk-lib/aws-ec2';
import * as ecs from 'aws-cdk-lib/aws-ecs';
import { Construct } from 'constructs';
import type { Cluster } from './cluster.ts';
import type { Network } from './network.ts';
import type { ZeroTask } from './task.ts';

export interface ZeroServiceProps {
  cluster: Cluster;
  network: Network;
  group: ec2.SecurityGroup;
  task: ZeroTask;
  spot: boolean;
  /** Stops the old node before its successor starts, for a node that must be unique; others are replaced one by one. */
  exclusive: boolean;
  cloudMap?: ecs.CloudMapOptions;
  /** Grace period of health checks after the start of a node with a balancer. */
  gracePeriod?: Duration;
}

/** A service of zero-cache nodes: in the public subnets for outbound traffic, closed for inbound. */
export class ZeroService extends Construct {
  readonly service: ecs.FargateService;

  constructor(scope: Construct, id: string, props: ZeroServiceProps) {
    super(scope, id);
    this.service = new ecs.FargateService(this, 'Service', {
      cluster: props.cluster.cluster,
      taskDefinition: props.task.definition,
      vpcSubnets: props.network.publicSubnets,
      securityGroups: [props.group],
      assignPublicIp: true,
      minHealthyPercent: props.exclusive ? 0 : 100,
      maxHealthyPercent: props.exclusive ? 100 : 200,
      availabilityZoneRebalancing: props.exclusive
        ? ecs.AvailabilityZoneRebalancing.DISABLED
        : ecs.AvailabilityZoneRebalancing.ENABLED,
      circuitBreaker: { enable: true, rollback: true },
      enableExecuteCommand: false,
      propagateTags: ecs.PropagatedTagSource.SERVICE,
      ...(props.exclusive ? { desiredCount: 1 } : {}),
      ...(props.gracePeriod ? { healthCheckGracePeriod: props.gracePeriod } : {}),
      ...(props.cloudMap ? { cloudMapOptions: props.cloudMap } : {}),
      ...(props.spot ? { capacityProviderStrategies: [{ capacityProvider: 'FARGATE_SPOT', weight: 1 }] } : {}),
    });
  }
}
