import { settingsFor } from '../../../../stacks/settings.ts';
import { FUNCTIONS } from '#ops/bundle/functions.ts';
import { BURNS, SLOS } from '../../../../stacks/slo-table.ts';
import { type Graph, ofType, type Resource } from '../graph.ts';
import { ALERTS_TO } from '../stage-env.ts';
import { type Check, unless } from './problem.ts';

/** Required alarms of every stage: losses, and faults that would persist unnoticed. */
const ALWAYS = [
  'api-errors',
  'ingest-dead',
  'outbox-dead',
  'orphans-held',
  'replication-slot',
  'replication-lost',
  'database-unreachable',
  'vitals-silent',
];
const ALL = [
  ...ALWAYS,
  'site-errors',
  'outside-page',
  'outside-sync',
  'ingest-backlog',
  'mail-events-dead',
  'mail-bounces',
  'mail-complaints',
  'downloads-originals',
  'downloads-archives',
  'schedules-dead',
  'outbox-late',
  'photos-stuck',
  'archives-late',
  'archives-failed',
  'replication-lag',
  'sync-slow',
];
const EACH = ['function-errors', 'function-throttles', 'function-slow'];

/** Every alarm of the list exists, notifies a person, and names its chapter of the guide. */
export const alarms: Check = (graph) => {
  // Windows of burn rates tell nobody themselves: `burns`, below.
  const found = ofType(graph, METRIC_ALARM).filter(({ inputs }) => !isWindow(inputs['name']));
  const wanted = wantedIn(graph).map((name) => `albumen-${graph.stage}-${name}`);
  const names = found.map(({ inputs }) => inputs['name'] as string);
  return [
    ...unless(
      wanted,
      (name) => names.includes(name),
      (name) => `${name} is missing`,
    ),
    ...unless(
      names,
      (name) => wanted.includes(name),
      (name) => `${name} is not on the list`,
    ),
    ...unless(
      found,
      (alarm) => tells(graph, alarm),
      ({ name }) => `${name} tells nobody`,
    ),
    ...unless(found, guided, ({ name }) => `${name} does not say where the guide goes on`),
    ...unless(
      found,
      (alarm) => watches(graph, alarm),
      ({ name }) => `${name} watches nothing of this stage`,
    ),
  ];
};

const METRIC_ALARM = 'aws:cloudwatch/metricAlarm:MetricAlarm';
const isWindow = (name: string) => /-burn-(?:fast|slow)-(?:long|short)$/.test(name);

/**
 * Every objective has its two burn alarms, each of two windows that exist and watch this stage, and each tells a
 * person.
 */
export const burns: Check = (graph) => {
  if (settingsFor(graph.stage).alarms !== 'all') return [];
  const wanted = Object.keys(SLOS).flatMap((slo) =>
    Object.keys(BURNS).map((burn) => `albumen-${graph.stage}-${slo}-burn-${burn}`),
  );
  const found = ofType(graph, 'aws:cloudwatch/compositeAlarm:CompositeAlarm');
  const windows = ofType(graph, METRIC_ALARM).filter(({ inputs }) => isWindow(inputs['name']));
  return [
    ...unless(
      wanted,
      (name) => found.some(({ inputs }) => inputs['alarmName'] === name),
      (name) => `${name} is missing`,
    ),
    ...unless(
      found,
      (alarm) => tells(graph, alarm),
      ({ name }) => `${name} tells nobody`,
    ),
    ...unless(
      found,
      ({ inputs }) =>
        ['long', 'short'].every((window) => {
          const name = `${inputs['alarmName']}-${window}`;
          const region = windows.find((each) => each.inputs['name'] === name)?.inputs['region'];
          return inputs['alarmRule'].includes(`ALARM("${name}")`) && region === inputs['region'];
        }),
      ({ name }) => `${name} does not watch both windows`,
    ),
    ...unless(
      windows,
      ({ inputs }) => (inputs['metricQueries'] as Query[]).every(({ metric }) => !metric || isOfStage(graph, metric)),
      ({ name }) => `${name} watches nothing of this stage`,
    ),
  ];
};

function isOfStage(graph: Graph, { namespace, dimensions }: NonNullable<Query['metric']>): boolean {
  return watches(graph, { inputs: { namespace, dimensions } } as unknown as Resource);
}

function wantedIn({ stage }: Graph): string[] {
  const { alarms } = settingsFor(stage);
  if (alarms === 'none') return [];
  if (alarms === 'few') return ALWAYS;
  return [...ALL, ...FUNCTIONS.flatMap(({ name }) => EACH.map((alarm) => `${name}-${alarm}`))];
}

function tells(graph: Graph, { inputs }: Resource): boolean {
  const topic = ofType(graph, 'aws:sns/topic:Topic').find(
    (each) => each.inputs['region'] === inputs['region'] && each.inputs['name'].endsWith('-alarms'),
  );
  const mail = ofType(graph, 'aws:sns/topicSubscription:TopicSubscription').some(
    (each) =>
      each.inputs['topic'] === topic?.arn &&
      each.inputs['protocol'] === 'email' &&
      each.inputs['endpoint'] === ALERTS_TO,
  );
  const actions = [inputs['alarmActions'], inputs['okActions']];
  return mail && actions.every((action) => JSON.stringify(action) === JSON.stringify([topic?.arn]));
}

function guided({ inputs }: Resource): boolean {
  const [, heading = ''] = /docs\/operations\.md#alarm-([a-z-]+)$/.exec(inputs['alarmDescription']) ?? [];
  return heading !== '' && inputs['name'].endsWith(`-${heading}`);
}

/** Resource in the dimensions, by kind of metric. */
const SUBJECTS: Readonly<Record<string, { dimension: string; type: string; key: 'name' | 'id' | 'bucket' }>> = {
  'AWS/Lambda': { dimension: 'FunctionName', type: 'aws:lambda/function:Function', key: 'name' },
  Albumen: { dimension: 'FunctionName', type: 'aws:lambda/function:Function', key: 'name' },
  'AWS/SQS': { dimension: 'QueueName', type: 'aws:sqs/queue:Queue', key: 'name' },
  'AWS/ApiGateway': { dimension: 'ApiId', type: 'aws:apigatewayv2/api:Api', key: 'id' },
  'AWS/Route53': { dimension: 'HealthCheckId', type: 'aws:route53/healthCheck:HealthCheck', key: 'id' },
  'AWS/S3': { dimension: 'BucketName', type: 'aws:s3/bucketMetric:BucketMetric', key: 'bucket' },
  'AWS/CloudFront': { dimension: 'DistributionId', type: 'aws:cloudfront/distribution:Distribution', key: 'id' },
};

function watches(graph: Graph, { inputs }: Resource): boolean {
  if (inputs['metricQueries']) return isShare(inputs['metricQueries']);
  const subject = SUBJECTS[inputs['namespace']];
  if (!subject) return false;
  const named = inputs['dimensions'][subject.dimension];
  return ofType(graph, subject.type).some(
    (each) => named === (subject.key === 'id' ? each.id : each.inputs[subject.key]),
  );
}

interface Query {
  id: string;
  expression?: string;
  returnData?: boolean;
  metric?: { namespace: string; metricName: string; dimensions: object };
}

/** A share of the account's mails: both metrics exist in SES without dimensions, and one expression is the result. */
function isShare(queries: readonly Query[]): boolean {
  const results = queries.filter(({ returnData }) => returnData);
  const metrics = queries.flatMap(({ metric }) => metric ?? []);
  return (
    results.length === 1 &&
    results[0]!.expression !== undefined &&
    metrics.length === 2 &&
    metrics.every(
      ({ namespace, metricName, dimensions }) =>
        namespace === 'AWS/SES' &&
        ['Send', 'Bounce', 'Complaint'].includes(metricName) &&
        Object.keys(dimensions).length === 0,
    )
  );
}

interface Told {
  notificationType: string;
  subscriberEmailAddresses: string[];
}

/** A budget notifies a person about monthly costs: the account's in a protected stage, its own in any other. */
export const budgets: Check = (graph) => {
  const own = JSON.stringify([{ name: 'TagKeyValue', values: [`user:stage$${graph.stage}`] }]);
  const of = settingsFor(graph.stage).protect ? undefined : own;
  const told = ofType(graph, 'aws:budgets/budget:Budget')
    .filter(({ inputs }) => JSON.stringify(inputs['costFilters']) === of)
    .flatMap(({ inputs }) => inputs['notifications'] as Told[]);
  const kinds = told
    .filter(({ subscriberEmailAddresses: [to] }) => to === ALERTS_TO)
    .map((each) => each.notificationType);
  return unless(
    ['ACTUAL', 'FORECASTED'],
    (kind) => kinds.includes(kind),
    (kind) => `nobody is told of ${kind} costs`,
  );
};
