import { readEnv } from '../env.ts';

/** Plain facts alone: ids of requests, names of endpoints, counts, codes. Never tokens, bodies or values of rows. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export type LogLevel = 'info' | 'warn' | 'error';

/**
 * One JSON object a line, as CloudWatch reads it. Straight to the outputs: in JSON log format Lambda's console would
 * wrap the line, as a text, into another object, and in text format put a prefix before it. By `level` and `timestamp`
 * Lambda filters (https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html).
 */
export function log(level: LogLevel, event: string, fields: LogFields = {}): void {
  const output = level === 'info' ? process.stdout : process.stderr;
  output.write(`${JSON.stringify({ timestamp: new Date().toISOString(), level, event, ...fields })}\n`);
}

/**
 * What may be told of an unexpected error: its class, its code and where it was thrown. Its message stays out, since
 * database drivers quote the row's values in it.
 */
export function describeError(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const cause = error.cause instanceof Error ? error.cause.name : undefined;
  return {
    error: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(cause ? { cause } : {}),
    stack: stackLocations(error).slice(0, 6).join('\n'),
  };
}

/** Where an error was thrown: its stack without its message, of which any line might look like a place. */
export function stackLocations({ stack = '', message }: Error): string[] {
  const lines = stack.replace(message, '').split('\n');
  const last = lines.findLastIndex((line) => !/^\s+at /.test(line));
  return lines.slice(last + 1);
}

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
