import { Duration } from 'aws-cdk-lib';
import type * as ec2 from 'aws-cdk-lib/aws-ec2';
import * as ecs from 'aws-cdk-lib/aws-ecs';
import { Construct } from 'constructs';
import type { Cluster } from './cluster.ts';
import type { Network } from './network.ts';
import type { ZeroTask } from './task.ts';

/** The first copy of the database comes before the first answer: so long nobody asks whether the node is well. */
export const FIRST_SYNC = Duration.minutes(10);

export interface ZeroServiceProps {
  cluster: Cluster;
  network: Network;
  group: ec2.SecurityGroup;
  task: ZeroTask;
  spot: boolean;
  /** One node that must never be two is stopped before its successor starts; the others are replaced one by one. */
  exclusive: boolean;
  cloudMap?: ecs.CloudMapOptions;
  /** How long a node behind a balancer may be unwell after its start. */
  gracePeriod?: Duration;
}

/** A service of zero-cache's nodes: in the public subnets, for their way out, and closed from there. */
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
