import { readEnv } from './env.ts';

/** Units that we publish; CloudWatch knows more. */
export type MetricUnit = 'Count' | 'Bytes' | 'Seconds' | 'Milliseconds';

export interface Metric {
  value: number;
  unit: MetricUnit;
}

const NAMESPACE = 'Albumen';

/**
 * Publishes figures as one line in CloudWatch's Embedded Metric Format
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html).
 * Straight to the output and not by the console, to which Lambda adds a prefix that makes the line no metric.
 * @param functionName where Lambda does not say it: the dimension of all our metrics
 * @param now epoch milliseconds
 */
export function publishMetrics(functionName: string, now: number, metrics: Readonly<Record<string, Metric>>): void {
  const { AWS_LAMBDA_FUNCTION_NAME = functionName } = readEnv(['AWS_LAMBDA_FUNCTION_NAME']);
  const line = {
    _aws: {
      Timestamp: Math.round(now),
      CloudWatchMetrics: [
        {
          Namespace: NAMESPACE,
          Dimensions: [['FunctionName']],
          Metrics: Object.entries(metrics).map(([Name, { unit }]) => ({ Name, Unit: unit })),
        },
      ],
    },
    FunctionName: AWS_LAMBDA_FUNCTION_NAME,
    ...Object.fromEntries(Object.entries(metrics).map(([name, { value }]) => [name, value])),
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
