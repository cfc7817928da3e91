import { logical, physical } from './names.ts';
import { type Burn, burnPercent, BURNS, FEWEST_ERRORS, type Slo, SLOS } from './slo-table.ts';

interface AlarmTarget {
  topic: aws.sns.Topic;
  /** Only where it is not the stage's. */
  region?: string;
  dimensions: Record<string, $util.Input<string>>;
}

/** Creates two alarms of each objective: both windows of a burn rate must be bad, so that chance fires none. */
export function sloAlarms(targetOf: (slo: Slo) => AlarmTarget): void {
  for (const [name, slo] of Object.entries<Slo>(SLOS)) {
    const target = targetOf(slo);
    for (const burn of Object.keys(BURNS) as Burn[]) {
      const windows = (['long', 'short'] as const).map((window) => windowAlarm(name, slo, burn, window, target));
      const of = `${name}-burn-${burn}`;
      new aws.cloudwatch.CompositeAlarm(
        logical(of),
        {
          alarmName: physical(of),
          alarmDescription: `Less often than promised: ${slo.says}. docs/operations.md#alarm-burn-${burn}`,
          alarmRule: $util
            .all(windows.map((alarm) => alarm.name))
            .apply((names) => names.map((each) => `ALARM("${each}")`).join(' AND ')),
          alarmActions: [target.topic.arn],
          okActions: [target.topic.arn],
          ...(target.region ? { region: target.region } : {}),
        },
        { dependsOn: windows },
      );
    }
  }
}

/** Alarm of one window, which tells nobody itself. */
function windowAlarm(
  name: string,
  slo: Slo,
  burn: Burn,
  window: 'long' | 'short',
  { dimensions, region }: AlarmTarget,
) {
  const of = `${name}-burn-${burn}-${window}`;
  const minutes = BURNS[burn][window];
  return new aws.cloudwatch.MetricAlarm(logical(of), {
    name: physical(of),
    alarmDescription: `The ${window} window of ${name}-burn-${burn}. docs/slo.md`,
    metricQueries: badShare(slo, minutes, FEWEST_ERRORS[window], dimensions),
    comparisonOperator: 'GreaterThanOrEqualToThreshold',
    threshold: burnPercent(slo, burn),
    evaluationPeriods: 1,
    treatMissingData: 'notBreaching',
    ...(region ? { region } : {}),
  });
}

/** Returns the queries of the bad percentage of one window. */
function badShare({ bad, namespace }: Slo, minutes: number, fewest: number, dimensions: AlarmTarget['dimensions']) {
  const query = (id: string, metricName: string, stat: 'Average' | 'Sum') => ({
    id,
    metric: { namespace, metricName, dimensions, stat, period: minutes * 60 },
  });
  const percent = (expression: string) => ({ id: 'bad', expression, label: 'bad, in percent', returnData: true });
  if ('minutes' in bad) return [query('part', bad.minutes, 'Average'), percent('100 * part')];
  if ('rate' in bad) {
    return [
      query('rate', bad.rate, 'Average'),
      query('whole', bad.whole, 'Sum'),
      percent(`IF(rate * whole >= ${100 * fewest}, rate, 0)`),
    ];
  }
  return [
    query('part', bad.count, 'Sum'),
    query('whole', bad.whole, 'Sum'),
    percent(`IF(FILL(part, 0) >= ${fewest}, 100 * part / whole, 0)`),
  ];
}
