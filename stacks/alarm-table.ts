/*
 * All alarms. The end of an alarm's name is its heading in docs/operations.md, which says what to do. The function
 * `vitals` publishes the metrics of namespace `Albumen` each minute.
 */

/** Source of the metrics; alarms.ts defines their dimensions. */
export type Subject =
  | 'site'
  | 'outside-page'
  | 'outside-sync'
  | 'api'
  | 'ingest'
  | 'ingest-dead'
  | 'mail-events-dead'
  | 'mail'
  | 'schedules-dead'
  | 'uploads-sweep'
  | 'vitals'
  | 'originals'
  | 'archives';

export interface Watch {
  readonly of: Subject;
  readonly namespace:
    | 'AWS/CloudFront'
    | 'AWS/Route53'
    | 'AWS/ApiGateway'
    | 'AWS/SES'
    | 'AWS/SQS'
    | 'AWS/S3'
    | 'Albumen';
  readonly metric: string;
  readonly statistic: 'Sum' | 'Minimum' | 'Maximum' | 'Average' | 'SampleCount';
  /** The threshold is a percentage of this metric, once `metric` itself is at least `from` in the period. */
  readonly shareOf?: { readonly metric: string; readonly from: number };
  /** Alarm at or above this value; with `below`, under it. */
  readonly threshold: number;
  readonly below?: true;
  /** Number and length of consecutive periods. */
  readonly minutes: number;
  readonly periods: number;
  /** Treats missing data as an alarm. */
  readonly missing?: 'breaching';
  /** Also created in stages with few alarms: without it, data would be lost or an outage would continue. */
  readonly always?: true;
  readonly says: string;
}

const MIB = 1024 * 1024;

/** Route 53 asks from three regions; 1 is healthy. No data means that its checks are gone. */
const outside = {
  namespace: 'AWS/Route53',
  metric: 'HealthCheckStatus',
  statistic: 'Minimum',
  threshold: 1,
  below: true,
  minutes: 1,
  periods: 3,
  missing: 'breaching',
} as const;
const dead = { namespace: 'AWS/SQS', metric: 'ApproximateNumberOfMessagesVisible', statistic: 'Maximum' } as const;
/** Figures of the whole account in its region, by which SES judges it. */
const mail = { of: 'mail', namespace: 'AWS/SES', statistic: 'Sum', minutes: 1_440, periods: 1 } as const;
/** What a bucket sends in an hour: 18 USD, or 12 weddings of 16 GB. Requests of one network are limited long before. */
const sent = {
  namespace: 'AWS/S3',
  metric: 'BytesDownloaded',
  statistic: 'Sum',
  threshold: 200_000 * MIB,
  minutes: 60,
  periods: 1,
} as const;
const vitals = { of: 'vitals', namespace: 'Albumen', statistic: 'Maximum', minutes: 1 } as const;

export const ALARMS = {
  'site-errors': {
    of: 'site',
    namespace: 'AWS/CloudFront',
    metric: '5xxErrorRate',
    statistic: 'Average',
    threshold: 1,
    minutes: 5,
    periods: 3,
    says: 'One answer in a hundred or more is an error of ours',
  },
  'outside-page': { ...outside, of: 'outside-page', says: 'The start page cannot be opened from outside' },
  'outside-sync': { ...outside, of: 'outside-sync', says: 'zero-cache cannot be reached from outside' },
  'api-errors': {
    of: 'api',
    namespace: 'AWS/ApiGateway',
    metric: '5xx',
    statistic: 'Sum',
    threshold: 5,
    minutes: 5,
    periods: 2,
    always: true,
    says: 'The API keeps failing',
  },
  'ingest-backlog': {
    of: 'ingest',
    namespace: 'AWS/SQS',
    metric: 'ApproximateAgeOfOldestMessage',
    statistic: 'Maximum',
    threshold: 900,
    minutes: 5,
    periods: 3,
    says: 'Uploaded originals wait longer than a quarter of an hour to be read',
  },
  'ingest-dead': {
    ...dead,
    of: 'ingest-dead',
    threshold: 1,
    minutes: 5,
    periods: 1,
    always: true,
    says: 'An original could not be read, however often it was tried',
  },
  'mail-events-dead': {
    ...dead,
    of: 'mail-events-dead',
    threshold: 1,
    minutes: 5,
    periods: 1,
    says: 'A bounce or complaint could not be recorded, however often it was tried',
  },
  // SES warns at 5 % and 0.1 %, and stops an account at 10 % and 0.5 %. A few in a day are chance.
  'mail-bounces': {
    ...mail,
    metric: 'Bounce',
    shareOf: { metric: 'Send', from: 5 },
    threshold: 2,
    says: 'Two mails of a hundred or more come back',
  },
  'mail-complaints': {
    ...mail,
    metric: 'Complaint',
    shareOf: { metric: 'Send', from: 2 },
    threshold: 0.05,
    says: 'Five mails of ten thousand or more are marked as spam',
  },
  'schedules-dead': {
    ...dead,
    of: 'schedules-dead',
    threshold: 1,
    minutes: 5,
    periods: 1,
    says: 'A job could not be started when it was due',
  },
  'downloads-originals': { ...sent, of: 'originals', says: 'Far more originals and videos are downloaded than usual' },
  'downloads-archives': { ...sent, of: 'archives', says: 'Far more archives are downloaded than usual' },
  'outbox-late': {
    ...vitals,
    metric: 'OutboxOldestDueSeconds',
    threshold: 900,
    periods: 5,
    says: 'Mails and other effects wait longer than a quarter of an hour',
  },
  'outbox-dead': {
    ...vitals,
    metric: 'OutboxDead',
    threshold: 1,
    periods: 5,
    always: true,
    says: 'An effect (a mail, a deletion) failed for good and waits for a person',
  },
  'photos-stuck': {
    ...vitals,
    metric: 'PhotosStuck',
    threshold: 1,
    periods: 15,
    says: 'A photo has been processing for longer than it can take',
  },
  'orphans-held': {
    of: 'uploads-sweep',
    namespace: 'Albumen',
    metric: 'OrphansHeld',
    statistic: 'Maximum',
    threshold: 1,
    minutes: 60,
    periods: 1,
    always: true,
    says: 'Originals or renditions lack their rows: is this the right database, and all of it?',
  },
  'archives-late': {
    ...vitals,
    metric: 'ArchivesOldestWaitingSeconds',
    threshold: 1_800,
    periods: 5,
    says: 'A person waits for an archive longer than half an hour, and nobody packs it',
  },
  'archives-failed': {
    ...vitals,
    metric: 'ArchivesFailed',
    threshold: 1,
    periods: 1,
    says: 'An archive could not be packed, however often it was tried',
  },
  'replication-lag': {
    ...vitals,
    metric: 'ReplicationLagBytes',
    threshold: 512 * MIB,
    periods: 15,
    says: 'zero-cache is far behind the database, so people see old data',
  },
  'sync-slow': {
    ...vitals,
    metric: 'SyncLatency',
    statistic: 'Minimum',
    threshold: 5_000,
    periods: 5,
    says: 'A change takes five seconds or more to reach a second window',
  },
  'replication-slot': {
    ...vitals,
    metric: 'InactiveReplicationSlots',
    threshold: 1,
    periods: 15,
    always: true,
    says: 'Nobody reads a replication slot: the database keeps its log until the disk is full',
  },
  'replication-lost': {
    ...vitals,
    metric: 'EndangeredReplicationSlots',
    threshold: 1,
    periods: 1,
    always: true,
    says: 'The database ends a replication slot: zero-cache has to copy everything again',
  },
  'database-unreachable': {
    ...vitals,
    metric: 'DatabaseUnreachable',
    threshold: 1,
    periods: 3,
    always: true,
    says: 'Functions cannot reach the database',
  },
  'vitals-silent': {
    ...vitals,
    metric: 'DatabaseUnreachable',
    statistic: 'SampleCount',
    below: true,
    threshold: 1,
    periods: 10,
    missing: 'breaching',
    always: true,
    says: 'No figures arrive: whatever else is wrong, nobody would be told',
  },
} as const satisfies Record<string, Watch>;

/** Alarms of each function, in stages with all alarms. */
export const FUNCTION_ALARMS = {
  'function-errors': 'fails: it throws, or does not end in time',
  'function-throttles': 'is not run when it is called: too many run already',
  'function-slow': 'takes nearly all the time it is given',
} as const;

/** Headings that docs/operations.md must have; those of slo-table.ts too. */
export const ALARM_NAMES: readonly string[] = [...Object.keys(ALARMS), ...Object.keys(FUNCTION_ALARMS)];
