import { onTestFinished, vi } from 'vitest';
import { z } from 'zod';

/*
 * The schema of CloudWatch's Embedded Metric Format, written down from
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 * ("Embedded metric format example and JSON schema", and "DimensionSet array", "MetricDefinition object").
 */
const UNITS = `Seconds Microseconds Milliseconds Bytes Kilobytes Megabytes Gigabytes Terabytes Bits Kilobits Megabits
  Gigabits Terabits Percent Count Bytes/Second Kilobytes/Second Megabytes/Second Gigabytes/Second Terabytes/Second
  Bits/Second Kilobits/Second Megabits/Second Gigabits/Second Terabits/Second Count/Second None`.split(/\s+/);

const directive = z.strictObject({
  Namespace: z.string().min(1).max(1024),
  Dimensions: z.array(z.array(z.string().min(1).max(250)).max(30)).min(1),
  Metrics: z
    .array(
      z.strictObject({
        Name: z.string().min(1).max(1024),
        Unit: z.enum(UNITS).optional(),
        StorageResolution: z.union([z.literal(1), z.literal(60)]).optional(),
      }),
    )
    .max(100),
});
const root = z.looseObject({
  _aws: z.strictObject({ Timestamp: z.int(), CloudWatchMetrics: z.array(directive) }),
});

export type MetricLine = z.infer<typeof root>;

/**
 * Parses a log line as CloudWatch would: every declared metric and dimension exists at its root.
 * @throws for any other
 */
export function parseMetricLine(line: string): MetricLine {
  const document = root.parse(JSON.parse(line));
  for (const { Dimensions, Metrics } of document._aws.CloudWatchMetrics) {
    for (const name of Dimensions.flat()) z.string().min(1).max(1024).parse(document[name]);
    for (const { Name } of Metrics) z.number().parse(document[Name]);
  }
  return document;
}

/** Captures metrics written to the output until the end of the test, without printing them. */
export function capturedMetrics(): () => MetricLine[] {
  const written: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written.push(String(chunk));
    return true;
  });
  onTestFinished(() => spy.mockRestore());
  return () => written.filter((text) => text.startsWith('{"_aws"')).map((text) => parseMetricLine(text.trimEnd()));
}
