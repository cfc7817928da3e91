import type { Watched } from './alarms.ts';
import type { Foundations } from './foundations.ts';
import { FUNCTIONS } from './function-table.ts';
import { physical } from './names.ts';
import type { Zero } from './zero.ts';

export interface Charted extends Omit<Watched, 'host' | 'group' | 'buckets'> {
  zero: readonly Pick<Zero, 'clusterName' | 'serviceName'>[];
}

/** Namespace, metric, pairs of dimensions, and options in an object; `.` repeats the row above (CloudWatch's syntax). */
type Row = (string | { region?: string; stat?: string; label?: string })[];

interface Chart {
  title: string;
  stat: string;
  rows: Row[];
}

/** Charts a row of the dashboard, which is 24 units wide. */
const COLUMNS = 3;
const [WIDTH, HEIGHT] = [24 / COLUMNS, 6];

/** Creates the stage's dashboard in CloudWatch: what the alarms watch, on one page. */
export function dashboard(charted: Charted, { settings }: Foundations): void {
  if (settings.alarms !== 'all') return;
  const { apiId, distributionId, zero } = charted;
  const body = $util.all([apiId, distributionId, $util.output([...zero])]).apply(([api, distribution, nodes]) =>
    JSON.stringify({
      widgets: charts({ api, distribution, nodes }).map((chart, index) => widget(chart, index, settings.region)),
    }),
  );
  new aws.cloudwatch.Dashboard('Dashboard', { dashboardName: `albumen-${$app.stage}`, dashboardBody: body });
}

interface Ids extends Record<'api' | 'distribution', string> {
  nodes: readonly { clusterName: string; serviceName: string }[];
}

function charts({ api, distribution, nodes }: Ids): Chart[] {
  const names = Object.keys(FUNCTIONS);
  const site = (metric: string): Row => [
    'AWS/CloudFront',
    metric,
    'DistributionId',
    distribution,
    'Region',
    'Global',
    { region: 'us-east-1' },
  ];
  const ofFunctions = (metric: string): Row[] =>
    names.map((name) => ['AWS/Lambda', metric, 'FunctionName', physical(name), { label: name }]);
  const vitals = (...metrics: string[]): Row[] =>
    metrics.map((metric) => ['Albumen', metric, 'FunctionName', physical('vitals')]);
  const queue = (metric: string, ...queues: string[]): Row[] =>
    queues.map((name) => ['AWS/SQS', metric, 'QueueName', physical(name), { label: name }]);
  const ofApi = (metric: string): Row => ['AWS/ApiGateway', metric, 'ApiId', api];
  const node = (metric: string): Row[] =>
    nodes.map(({ clusterName: cluster, serviceName: service }) => [
      'AWS/ECS',
      metric,
      'ClusterName',
      cluster,
      'ServiceName',
      service,
    ]);
  return [
    { title: 'Site: requests', stat: 'Sum', rows: [site('Requests')] },
    { title: 'Site: errors in percent', stat: 'Average', rows: [site('4xxErrorRate'), site('5xxErrorRate')] },
    { title: 'API: requests and errors', stat: 'Sum', rows: [ofApi('Count'), ofApi('4xx'), ofApi('5xx')] },
    { title: 'API: latency, 99th percentile', stat: 'p99', rows: [ofApi('Latency')] },
    { title: 'Functions: errors', stat: 'Sum', rows: ofFunctions('Errors') },
    { title: 'Functions: throttles', stat: 'Sum', rows: ofFunctions('Throttles') },
    { title: 'Functions: duration, 99th percentile', stat: 'p99', rows: ofFunctions('Duration') },
    { title: 'Functions: at work', stat: 'Maximum', rows: ofFunctions('ConcurrentExecutions') },
    {
      title: 'Queues: oldest message',
      stat: 'Maximum',
      rows: queue('ApproximateAgeOfOldestMessage', 'ingest', 'archives', 'outbox', 'mail-events'),
    },
    {
      title: 'Dead letters',
      stat: 'Maximum',
      rows: queue('ApproximateNumberOfMessagesVisible', 'ingest-dead', 'mail-events-dead', 'schedules-dead'),
    },
    {
      title: 'Waiting work, in seconds',
      stat: 'Maximum',
      rows: vitals('OutboxOldestDueSeconds', 'ArchivesOldestWaitingSeconds'),
    },
    { title: 'Stuck and failed', stat: 'Maximum', rows: vitals('OutboxDead', 'PhotosStuck', 'ArchivesFailed') },
    {
      title: 'Mails: sent, came back, marked as spam',
      stat: 'Sum',
      rows: ['Send', 'Bounce', 'Complaint'].map((metric) => ['AWS/SES', metric]),
    },
    { title: 'From a change to a second window, in milliseconds', stat: 'Maximum', rows: vitals('SyncLatency') },
    { title: 'Replication lag, in bytes', stat: 'Maximum', rows: vitals('ReplicationLagBytes') },
    {
      title: 'Replication slots and database',
      stat: 'Maximum',
      rows: vitals('InactiveReplicationSlots', 'EndangeredReplicationSlots', 'DatabaseUnreachable'),
    },
    {
      title: 'Objectives: bad minutes (docs/slo.md)',
      stat: 'Average',
      rows: vitals('SyncSlow', 'OutboxSlow', 'IngestSlow'),
    },
    {
      title: 'zero-cache, in percent',
      stat: 'Average',
      rows: [...node('CPUUtilization'), ...node('MemoryUtilization')],
    },
  ];
}

function widget({ title, stat, rows }: Chart, index: number, region: string) {
  return {
    type: 'metric',
    x: (index % COLUMNS) * WIDTH,
    y: Math.floor(index / COLUMNS) * HEIGHT,
    width: WIDTH,
    height: HEIGHT,
    properties: { title, stat, region, period: 300, view: 'timeSeries', metrics: rows },
  };
}
