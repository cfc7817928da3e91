import { readEnv } from '../env.ts';
import { currentTrace } from './trace.ts';

/** Filters that drop lines of level info. */
const QUIET: ReadonlySet<string> = new Set(['WARN', 'ERROR', 'FATAL']);

/** Plain values only: request ids, endpoint names, counts, codes. Never tokens, bodies or row values. */
type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

type LogLevel = 'info' | 'warn' | 'error';

/**
 * Logs one JSON object per line for CloudWatch. Writes to the streams directly: in JSON log format, Lambda's console
 * would wrap the line as text in another object, and in text format add a prefix. Lambda filters by `level` and
 * `timestamp` (https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html), and tells the
 * function its filter. A line of an act has its `trace`.
 */
export function log(level: LogLevel, event: string, fields: LogFields = {}): void {
  if (level === 'info' && QUIET.has(readEnv(['AWS_LAMBDA_LOG_LEVEL']).AWS_LAMBDA_LOG_LEVEL ?? '')) return;
  const output = level === 'info' ? process.stdout : process.stderr;
  const line = { timestamp: new Date().toISOString(), level, event, trace: currentTrace(), ...fields };
  output.write(`${JSON.stringify(line)}\n`);
}

/**
 * Returns the loggable parts of an unexpected error: class, code and location. Omits the message, because database
 * drivers quote row values in it.
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

/** Returns the stack without the message, whose lines might look like locations. */
export function stackLocations({ stack = '', message }: Error): string[] {
  const lines = stack.replace(message, '').split('\n');
  const last = lines.findLastIndex((line) => !/^\s+at /.test(line));
  return lines.slice(last + 1);
}

/** The units in use; CloudWatch has more. */
export type MetricUnit = 'Count' | 'Bytes' | 'Seconds' | 'Milliseconds';

export interface Metric {
  value: number;
  unit: MetricUnit;
}

const NAMESPACE = 'Albumen';

/**
 * Publishes metrics as one line in CloudWatch's Embedded Metric Format
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html).
 * Writes to stdout directly, because the prefix of Lambda's console would invalidate the line.
 * @param functionName used if Lambda does not set it: the dimension of all metrics
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
