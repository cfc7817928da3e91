import { Duration } from 'aws-cdk-lib/core';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { FargateService } from 'aws-cdk-lib/aws-ecs';
import type { ApplicationTargetGroup } from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import * as sns from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

const MINUTE = Duration.minutes(1);
/** A deployment stops a single node for a minute or two. */
const MINUTES_MISSING = 5;
/** No client can be served during a first copy of the database, which may take longer: an alarm is then expected. */
const MINUTES_UNSERVED = 15;
const MINUTES_BUSY = 15;
const BUSY_PERCENT = 85;
/** Guide with the actions for each alarm. */
const GUIDE = 'docs/operations.md';

const { BREACHING, NOT_BREACHING } = cloudwatch.TreatMissingData;
const { GREATER_THAN_OR_EQUAL_TO_THRESHOLD: AT_LEAST, LESS_THAN_THRESHOLD: BELOW } = cloudwatch.ComparisonOperator;

interface Watch {
  metric: cloudwatch.IMetric;
  comparisonOperator: cloudwatch.ComparisonOperator;
  threshold: number;
  evaluationPeriods: number;
  treatMissingData: cloudwatch.TreatMissingData;
  alarmDescription: string;
}

/** Alarms of zero-cache. */
export class Alarms extends Construct {
  private readonly action: SnsAction;

  constructor(scope: Construct, id: string, topicArn: string) {
    super(scope, id);
    this.action = new SnsAction(sns.Topic.fromTopicArn(this, 'Topic', topicArn));
  }

  /**
   * @param tasks minimum number of running tasks
   * @param share part of a task's processors that its processes can use: beyond one vCPU less than all may be busy
   */
  watchService(name: string, service: FargateService, tasks: number, share: number): void {
    this.alarm(`${name}Missing`, {
      metric: runningTasks(service),
      comparisonOperator: BELOW,
      threshold: tasks,
      evaluationPeriods: MINUTES_MISSING,
      treatMissingData: BREACHING,
      alarmDescription: `zero-cache, ${name}: fewer tasks run than should. ${GUIDE}#alarm-zero-unserved`,
    });
    const busy = (what: string, metric: cloudwatch.IMetric, threshold: number) =>
      this.alarm(`${name}${what}`, {
        metric,
        comparisonOperator: AT_LEAST,
        threshold,
        evaluationPeriods: MINUTES_BUSY,
        treatMissingData: NOT_BREACHING,
        alarmDescription: `zero-cache, ${name}: ${what} is nearly used up. ${GUIDE}#alarm-zero-busy`,
      });
    busy('Cpu', service.metricCpuUtilization({ period: MINUTE }), Math.floor(BUSY_PERCENT * share));
    busy('Memory', service.metricMemoryUtilization({ period: MINUTE }), BUSY_PERCENT);
  }

  watchTargets(targets: ApplicationTargetGroup): void {
    this.alarm('Unhealthy', {
      metric: targets.metrics.unhealthyHostCount({ period: MINUTE, statistic: cloudwatch.Stats.MAXIMUM }),
      comparisonOperator: AT_LEAST,
      threshold: 1,
      evaluationPeriods: MINUTES_UNSERVED,
      treatMissingData: NOT_BREACHING,
      alarmDescription: `zero-cache: a node does not answer its health check. ${GUIDE}#alarm-zero-unserved`,
    });
    this.alarm('Unserved', {
      metric: targets.metrics.healthyHostCount({ period: MINUTE, statistic: cloudwatch.Stats.MAXIMUM }),
      comparisonOperator: BELOW,
      threshold: 1,
      evaluationPeriods: MINUTES_UNSERVED,
      treatMissingData: BREACHING,
      alarmDescription: `zero-cache: no node answers, so nobody syncs. ${GUIDE}#alarm-zero-unserved`,
    });
  }

  private alarm(id: string, watch: Watch): void {
    const alarm = new cloudwatch.Alarm(this, id, watch);
    alarm.addAlarmAction(this.action);
    alarm.addOkAction(this.action);
  }
}

/** Each running task reports one CPU sample a minute: a task count without Container Insights. */
function runningTasks(service: FargateService): cloudwatch.Metric {
  return service.metricCpuUtilization({ period: MINUTE, statistic: cloudwatch.Stats.SAMPLE_COUNT });
}
