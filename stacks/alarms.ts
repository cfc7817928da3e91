import { ALARMS, FUNCTION_ALARMS, type Subject, type Watch } from './alarm-table.ts';
import { alarmTopic } from './alarm-topic.ts';
import type { Foundations } from './foundations.ts';
import { type FunctionName, FUNCTIONS, type FunctionSpec } from './function-table.ts';
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

/** Threshold of repeated failures: three in five minutes, or all three attempts of an hourly job. */
const FAILURES = 3;
const THROTTLES = 5;
/** Fraction of a function's timeout. */
const NEARLY = 0.9;

/** Creates the three alarms of one function. */
function watchFunction(name: FunctionName, topic: aws.sns.Topic): void {
  const { by, timeoutS }: FunctionSpec = FUNCTIONS[name];
  const minutes = by.includes('hour') ? 60 : 5;
  watch(name, 'function-errors', topic, { metricName: 'Errors', statistic: 'Sum', threshold: FAILURES, minutes });
  watch(name, 'function-throttles', topic, {
    metricName: 'Throttles',
    statistic: 'Sum',
    threshold: THROTTLES,
    minutes: 5,
  });
  watch(name, 'function-slow', topic, {
    metricName: 'Duration',
    statistic: 'Maximum',
    threshold: NEARLY * timeoutS * 1000,
    minutes,
  });
}

interface Figure {
  metricName: string;
  statistic: string;
  threshold: number;
  minutes: number;
}

function watch(name: FunctionName, alarm: keyof typeof FUNCTION_ALARMS, topic: aws.sns.Topic, figure: Figure): void {
  const { minutes, ...rest } = figure;
  new aws.cloudwatch.MetricAlarm(logical(`${name}-${alarm}`), {
    ...rest,
    name: physical(`${name}-${alarm}`),
    alarmDescription: `The function ${name} ${FUNCTION_ALARMS[alarm]}. docs/operations.md#alarm-${alarm}`,
    namespace: 'AWS/Lambda',
    dimensions: { FunctionName: physical(name) },
    comparisonOperator: 'GreaterThanOrEqualToThreshold',
    period: minutes * 60,
    evaluationPeriods: 1,
    treatMissingData: 'notBreaching',
    alarmActions: [topic.arn],
    okActions: [topic.arn],
  });
}
