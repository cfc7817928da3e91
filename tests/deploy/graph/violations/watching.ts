import { find, type Violation, remove, set } from './violation.ts';

/** Breaks of alarms, logs and costs. */
export const WATCHING_VIOLATIONS: readonly Violation[] = [
  {
    check: 'every alarm exists and tells a person',
    by: 'a forgotten alarm',
    change: remove('MetricAlarm', 'OutboxDead'),
    says: 'albumen-dev-outbox-dead is missing',
  },
  {
    check: 'every alarm exists and tells a person',
    by: 'an alarm without an action',
    change: set('MetricAlarm', 'OutboxDead', 'alarmActions', []),
    says: 'OutboxDead tells nobody',
  },
  {
    check: 'every alarm exists and tells a person',
    by: 'a topic that nobody reads',
    change: remove('TopicSubscription', 'Alarms'),
    says: 'OutboxDead tells nobody',
  },
  {
    check: 'every alarm exists and tells a person',
    by: 'figures of a queue that is called otherwise',
    change: set('MetricAlarm', 'IngestDead', 'dimensions', { QueueName: 'ingest-dead' }),
    says: 'IngestDead watches nothing',
  },
  {
    check: 'every alarm exists and tells a person',
    by: 'no word of what to do',
    change: set('MetricAlarm', 'IngestDead', 'alarmDescription', 'Look into it'),
    says: 'IngestDead does not say',
  },
  {
    check: 'what comes back of mails is read',
    by: 'events within the notifications of a topic',
    change: set('TopicSubscription', 'MailEvents', 'rawMessageDelivery', false),
    says: 'not so: the queue gets what SES wrote',
  },
  {
    check: 'what comes back of mails is read',
    by: 'a destination that waits for nothing',
    change: (graph) => {
      find(graph, 'ConfigurationSetEventDestination', 'MailEvents').dependsOn = [];
    },
    says: 'not so: SES may publish before it is told to',
  },
  {
    check: 'every objective has its burn alarms',
    stage: 'production',
    by: 'a composite alarm without an action',
    change: set('CompositeAlarm', 'SyncBurnFast', 'alarmActions', []),
    says: 'SyncBurnFast tells nobody',
  },
  {
    check: 'every objective has its burn alarms',
    stage: 'production',
    by: 'a composite alarm that watches one window alone',
    change: set('CompositeAlarm', 'SyncBurnFast', 'alarmRule', 'ALARM("albumen-production-sync-burn-fast-long")'),
    says: 'SyncBurnFast does not watch both windows',
  },
  {
    check: 'every objective has its burn alarms',
    stage: 'production',
    by: 'a forgotten burn rate',
    change: remove('CompositeAlarm', 'ApiBurnSlow'),
    says: 'albumen-production-api-burn-slow is missing',
  },
  {
    check: 'a person is told of costs',
    by: 'no budget',
    change: remove('Budget', 'Budget'),
    says: 'nobody is told of ACTUAL costs',
  },
  {
    check: 'a person is told of costs',
    by: 'the whole account in a small stage',
    change: set('Budget', 'Budget', 'costFilters', undefined),
    says: 'nobody is told of ACTUAL costs',
  },
  {
    check: 'logs are kept as long as the stage says',
    by: 'logs for ever',
    change: set('LogGroup', 'Trash', 'retentionInDays', undefined),
    says: 'Trash is kept for other than 7 days',
  },
];
