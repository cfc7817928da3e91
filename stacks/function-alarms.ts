import { FUNCTION_ALARMS } from './alarm-table.ts';
import { FUNCTIONS, type FunctionName, type FunctionSpec } from './function-table.ts';
import { logical, physical } from './names.ts';

/** Threshold of repeated failures: three in five minutes, or all three attempts of an hourly job. */
const FAILURES = 3;
const THROTTLES = 5;
/** Fraction of a function's timeout. */
const NEARLY = 0.9;

/** Creates the three alarms of one function. */
export function watchFunction(name: FunctionName, topic: aws.sns.Topic): void {
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
