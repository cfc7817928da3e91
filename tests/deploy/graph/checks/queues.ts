import { type Graph, ofType, one, type Resource } from '../graph.ts';
import { waitsFor } from './order.ts';
import { type Check, unless } from './problem.ts';
import { functionResource } from './routes.ts';

/** Schedules of the jobs; written out, not read from the stack. */
const SCHEDULES: Readonly<Record<string, string>> = {
  outbox: 'rate(1 minute)',
  'archive-packer': 'rate(1 minute)',
  'og-sweep': 'rate(1 minute)',
  vitals: 'rate(1 minute)',
  reminders: 'rate(10 minutes)',
  usage: 'rate(10 minutes)',
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

/** Bounces and complaints reach `mail-events`: from the set that mails name, as SES writes them. */
export const mailEvents: Check = (graph) => {
  const [queue, dead] = ['MailEvents', 'MailEventsDead'].map((name) => one(graph, 'aws:sqs/queue:Queue', name));
  const topic = one(graph, 'aws:sns/topic:Topic', 'MailEvents').arn;
  const destination = one(
    graph,
    'aws:sesv2/configurationSetEventDestination:ConfigurationSetEventDestination',
    'MailEvents',
  );
  const { inputs: told } = destination;
  const allowed = one(graph, 'aws:sns/topicPolicy:TopicPolicy', 'MailEvents');
  const { inputs: passed } = one(graph, 'aws:sns/topicSubscription:TopicSubscription', 'MailEvents');
  const { inputs: fed } = one(graph, 'aws:lambda/eventSourceMapping:EventSourceMapping', 'MailEvents');
  const sender = one(graph, 'aws:lambda/function:Function', functionResource('outbox'));
  const redrive = JSON.parse(queue!.inputs['redrivePolicy'] ?? '{}');
  const holds = {
    'mails name the set':
      sender.inputs['environment'].variables['MAIL_CONFIGURATION_SET'] === told['configurationSetName'],
    'the set tells of bounces and complaints':
      told['eventDestination'].snsDestination?.topicArn === topic &&
      ['BOUNCE', 'COMPLAINT'].every((type) => told['eventDestination'].matchingEventTypes.includes(type)),
    'SES may publish before it is told to': waitsFor(graph, destination).has(allowed.urn),
    'the queue gets what SES wrote':
      passed['topic'] === topic && passed['endpoint'] === queue!.arn && passed['rawMessageDelivery'] === true,
    'the queue feeds mail-events':
      fed['eventSourceArn'] === queue!.arn && fed['functionName'] === `albumen-${graph.stage}-mail-events`,
    'an event that failed comes alone': fed['functionResponseTypes']?.includes('ReportBatchItemFailures'),
    'what cannot be recorded is kept': redrive.deadLetterTargetArn === dead!.arn && redrive.maxReceiveCount >= 3,
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
