import { alarmTopic } from './alarm-topic.ts';
import { ALARMS, type Subject, type Watch } from './alarm-table.ts';
import type { Foundations } from './foundations.ts';
import { watchFunction } from './function-alarms.ts';
import { FUNCTIONS, type FunctionName } from './function-table.ts';
import { logical, physical } from './names.ts';

/** The only region with CloudFront's metrics. */
const CLOUDFRONT_REGION = 'us-east-1';

type Dimensions = Record<string, $util.Input<string>>;

export interface Watched {
  apiId: $util.Input<string>;
  distributionId: $util.Input<string>;
}

/** Creates the stage's alarms with the topic as action; zero-cache's alarms are in its own stack. */
export function alarms(watched: Watched, { topic, settings, operator: { alertsTo } }: Foundations): void {
  const all = settings.alarms === 'all';
  for (const [name, watch] of Object.entries<Watch>(ALARMS)) {
    if (!all && !watch.always) continue;
    if (watch.of === 'site') alarm(name, watch, watched, alarmTopic(alertsTo, CLOUDFRONT_REGION), CLOUDFRONT_REGION);
    else alarm(name, watch, watched, topic);
  }
  if (all) for (const name of Object.keys(FUNCTIONS)) watchFunction(name as FunctionName, topic);
}

function alarm(name: string, watch: Watch, watched: Watched, topic: aws.sns.Topic, region?: string): void {
  new aws.cloudwatch.MetricAlarm(logical(name), {
    name: physical(name),
    alarmDescription: `${watch.says}. docs/operations.md#alarm-${name}`,
    namespace: watch.namespace,
    metricName: watch.metric,
    statistic: watch.statistic,
    dimensions: dimensions(watch.of, watched),
    comparisonOperator: watch.below ? 'LessThanThreshold' : 'GreaterThanOrEqualToThreshold',
    threshold: watch.threshold,
    period: watch.minutes * 60,
    evaluationPeriods: watch.periods,
    treatMissingData: watch.missing ?? 'notBreaching',
    alarmActions: [topic.arn],
    okActions: [topic.arn],
    ...(region ? { region } : {}),
  });
}

function dimensions(of: Subject, { apiId, distributionId }: Watched): Dimensions {
  if (of === 'site') return { DistributionId: distributionId, Region: 'Global' };
  if (of === 'api') return { ApiId: apiId };
  if (of === 'vitals' || of === 'uploads-sweep') return { FunctionName: physical(of) };
  return { QueueName: physical(of) };
}
