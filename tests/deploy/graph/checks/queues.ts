import { type Graph, ofType, one, type Resource } from '../graph.ts';
import { type Check, unless } from './problem.ts';

/** Schedules of the jobs; written out, not read from the stack. */
const SCHEDULES: Readonly<Record<string, string>> = {
  outbox: 'rate(1 minute)',
  'archive-packer': 'rate(1 minute)',
  'og-sweep': 'rate(1 minute)',
  vitals: 'rate(1 minute)',
  reminders: 'rate(10 minutes)',
  trash: 'rate(1 hour)',
  'uploads-sweep': 'rate(1 hour)',
};

/** Each stored original reaches `ingest`, and an unreadable message is kept in a dead-letter queue. */
export const originalsAreRead: Check = (graph) => {
  const queue = one(graph, 'aws:sqs/queue:Queue', 'Ingest');
  const dead = one(graph, 'aws:sqs/queue:Queue', 'IngestDead');
  const { inputs: told } = one(graph, 'aws:s3/bucketNotification:BucketNotification', 'Originals');
  const { inputs: fed } = one(graph, 'aws:lambda/eventSourceMapping:EventSourceMapping', 'Ingest');
  const redrive = JSON.parse(queue.inputs['redrivePolicy'] ?? '{}');
  const holds = {
    'the bucket tells of every written original':
      told['bucket'] === `albumen-${graph.stage}-originals` &&
      told['queues']?.[0]?.queueArn === queue.arn &&
      told['queues'][0].events.includes('s3:ObjectCreated:*'),
    'the queue feeds ingest':
      fed['eventSourceArn'] === queue.arn && fed['functionName'] === `albumen-${graph.stage}-ingest`,
    'a message that failed comes alone': fed['functionResponseTypes']?.includes('ReportBatchItemFailures'),
    'few are read at a time': fed['scalingConfig']?.maximumConcurrency >= 2,
    'what cannot be read is kept': redrive.deadLetterTargetArn === dead.arn && redrive.maxReceiveCount >= 3,
  };
  return Object.entries(holds).flatMap(([says, fine]) => (fine ? [] : [`not so: ${says}`]));
};

/** A message stays hidden for six timeouts of its consumer (AWS's rule), and is encrypted. */
export const queues: Check = (graph) => {
  const mappings = ofType(graph, 'aws:lambda/eventSourceMapping:EventSourceMapping');
  return [
    ...unless(
      ofType(graph, 'aws:sqs/queue:Queue'),
      ({ inputs }) => inputs['sqsManagedSseEnabled'] === true,
      ({ name }) => `${name} is not encrypted`,
    ),
    ...unless(
      mappings,
      (mapping) => hidden(graph, mapping),
      ({ name }) => `${name}: a message comes again while it is worked on`,
    ),
  ];
};

function hidden(graph: Graph, { inputs }: Resource): boolean {
  const queue = ofType(graph, 'aws:sqs/queue:Queue').find(({ arn }) => arn === inputs['eventSourceArn']);
  const fn = ofType(graph, 'aws:lambda/function:Function').find(
    (each) => each.inputs['name'] === inputs['functionName'],
  );
  return (
    queue !== undefined && fn !== undefined && queue.inputs['visibilityTimeoutSeconds'] >= 6 * fn.inputs['timeout']
  );
}

/** Every job starts on schedule, and a failed start is kept. */
export const schedules: Check = (graph) => {
  const found = ofType(graph, 'aws:scheduler/schedule:Schedule');
  const dead = one(graph, 'aws:sqs/queue:Queue', 'SchedulesDead').arn;
  return Object.entries(SCHEDULES).flatMap(([job, rate]) => {
    const schedule = found.find(({ inputs }) => inputs['target'].arn.endsWith(`:albumen-${graph.stage}-${job}`));
    if (!schedule) return [`nothing starts ${job}`];
    const { scheduleExpression, target } = schedule.inputs as Record<string, any>;
    return [
      ...(scheduleExpression === rate ? [] : [`${job} is started at ${scheduleExpression}`]),
      ...(target.deadLetterConfig?.arn === dead ? [] : [`${job}: a start that failed is lost`]),
    ];
  });
};
