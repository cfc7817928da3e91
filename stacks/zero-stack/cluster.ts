import { RemovalPolicy, Validations } from 'aws-cdk-lib/core';
import * as ecs from 'aws-cdk-lib/aws-ecs';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { StageSettings } from '../settings.ts';
import type { Network } from './network.ts';

/** Cluster and log group of the tasks. */
export class Cluster extends Construct {
  readonly cluster: ecs.Cluster;
  readonly logGroup: logs.LogGroup;

  constructor(scope: Construct, id: string, network: Network, settings: StageSettings) {
    super(scope, id);
    this.cluster = new ecs.Cluster(this, 'Cluster', {
      vpc: network.vpc,
      containerInsightsV2: ecs.ContainerInsights.DISABLED,
      enableFargateCapacityProviders: settings.zero.spot,
    });
    Validations.of(this.cluster).acknowledge({
      id: 'AwsSolutions-ECS4',
      reason:
        'Container Insights is billed by metric and task, and would cost about as much as a small task. CPU, memory ' +
        'and the number of running tasks, which the alarms need, are there without it.',
    });
    this.logGroup = new logs.LogGroup(this, 'Logs', {
      // The enumeration's values are days.
      retention: settings.logRetentionDays as logs.RetentionDays,
      removalPolicy: settings.protect ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }
}
