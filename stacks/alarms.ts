import { groupSuffix, parseSyncGroups } from '#core/domain/studio/sync-groups.ts';
import { ALARMS, FUNCTION_ALARMS, type Subject, type Watch } from './alarm-table.ts';
import { alarmTopic } from './alarm-topic.ts';
import type { Foundations } from './foundations.ts';
import type { FunctionSpec } from './function-spec.ts';
import { type FunctionName, FUNCTIONS } from './function-table.ts';
import { logical, physical } from './names.ts';
import { sloAlarms } from './slo-alarms.ts';
import { SENT } from './storage.ts';

/** The only region with metrics of CloudFront and Route 53. */
const WORLDWIDE = 'us-east-1';

type Dimensions = Record<string, $util.Input<string>>;

export interface Watched {
  /** Public host of the stage. */
  host: string;
  /** The first group of studios, whose zero-cache is asked from outside. */
  group: number;
  apiId: $util.Input<string>;
  distributionId: $util.Input<string>;
  buckets: Record<'originals' | 'renditions', $util.Input<string>>;
}

/** Creates the stage's alarms with the topic as action; zero-cache's alarms are in its own stack. */
export function alarms(watched: Omit<Watched, 'host' | 'group'>, { topic, settings, operator }: Foundations): void {
  if (!topic) return;
  const all = settings.alarms === 'all';
  const { number: group } = parseSyncGroups(settings.zero.groups)[0]!;
  const worldwide = all ? alarmTopic(operator.alertsTo, WORLDWIDE) : topic;
  for (const [name, watch] of Object.entries<Watch>(ALARMS)) {
    if (!all && !watch.always) continue;
    const of = dimensions(watch.of, { ...watched, group, host: operator.host });
    if (isWorldwide(watch)) alarm(name, watch, of, worldwide, WORLDWIDE);
    else alarm(name, watch, of, topic);
  }
  if (!all) return;
  for (const name of Object.keys(FUNCTIONS)) watchFunction(name as FunctionName, topic);
  sloAlarms(({ of, namespace }) => ({
    dimensions: dimensions(of, { ...watched, group, host: operator.host }),
    ...(isWorldwide({ namespace }) ? { topic: worldwide, region: WORLDWIDE } : { topic }),
  }));
}

const isWorldwide = ({ namespace }: Pick<Watch, 'namespace'>) =>
  namespace === 'AWS/CloudFront' || namespace === 'AWS/Route53';

function alarm(name: string, watch: Watch, dimensions: Dimensions, topic: aws.sns.Topic, region?: string): void {
  new aws.cloudwatch.MetricAlarm(logical(name), {
    name: physical(name),
    alarmDescription: `${watch.says}. docs/operations.md#alarm-${name}`,
    ...(watch.shareOf ? { metricQueries: share(watch, watch.shareOf, dimensions) } : metricOf(watch, dimensions)),
    comparisonOperator: watch.below ? 'LessThanThreshold' : 'GreaterThanOrEqualToThreshold',
    threshold: watch.threshold,
    evaluationPeriods: watch.periods,
    treatMissingData: watch.missing ?? 'notBreaching',
    alarmActions: [topic.arn],
    okActions: [topic.arn],
    ...(region ? { region } : {}),
  });
}

function metricOf({ namespace, metric, statistic, minutes }: Watch, dimensions: Dimensions) {
  return { namespace, metricName: metric, statistic, dimensions, period: minutes * 60 };
}

/** Returns the queries of a percentage, which is 0 while there are too few to tell. */
function share(watch: Watch, { metric: whole, from }: NonNullable<Watch['shareOf']>, dimensions: Dimensions) {
  const query = (id: string, metric: string) => {
    const { statistic: stat, ...of } = metricOf({ ...watch, metric }, dimensions);
    return { id, metric: { ...of, stat } };
  };
  const expression = `IF(FILL(part, 0) >= ${from} AND FILL(whole, 0) > 0, 100 * part / whole, 0)`;
  return [
    query('part', watch.metric),
    query('whole', whole),
    { id: 'share', expression, label: `${watch.metric} in percent`, returnData: true },
  ];
}

function dimensions(of: Subject, { host, group, apiId, distributionId, buckets }: Watched): Dimensions {
  if (of === 'outside-page' || of === 'outside-sync') return { HealthCheckId: outsideCheck(of, host, group) };
  if (of === 'site') return { DistributionId: distributionId, Region: 'Global' };
  if (of === 'api') return { ApiId: apiId };
  if (of === 'mail') return {};
  if (of === 'originals') return { BucketName: buckets.originals, FilterId: SENT };
  if (of === 'archives') return { BucketName: buckets.renditions, FilterId: SENT };
  if (of === 'vitals' || of === 'uploads-sweep') return { FunctionName: physical(of) };
  return { QueueName: physical(of) };
}

/** Paths that a healthy stage answers: the page function, and zero-cache through the distribution's VPC origin. */
const OUTSIDE = {
  'outside-page': () => '/',
  'outside-sync': (group: number) => `/zero${groupSuffix(group)}/keepalive`,
};
/** Route 53's minimum is three regions; more would only be more requests. */
const FROM = ['eu-west-1', 'us-east-1', 'ap-southeast-1'];

/** Creates a check of Route 53, which asks the public host as a visitor would, from outside the stage's region too. */
function outsideCheck(of: keyof typeof OUTSIDE, host: string, group: number): $util.Output<string> {
  const check = new aws.route53.HealthCheck(logical(of), {
    type: 'HTTPS',
    fqdn: host,
    port: 443,
    resourcePath: OUTSIDE[of](group),
    enableSni: true,
    regions: FROM,
    requestInterval: 30,
    failureThreshold: 3,
    tags: { Name: physical(of) },
  });
  return check.id;
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
