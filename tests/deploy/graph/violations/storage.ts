import { type Violation, bucket, find, remove, set } from './violation.ts';

/** Breaks of buckets, queues and schedules. */
export const STORAGE_VIOLATIONS: readonly Violation[] = [
  {
    check: 'every bucket is closed, encrypted and tidy',
    by: 'policies that may be public',
    change: (graph) => set('BucketPublicAccessBlock', bucket(graph, 'originals'), 'blockPublicPolicy', false)(graph),
    says: 'originals is not closed to the public',
  },
  {
    check: 'every bucket is closed, encrypted and tidy',
    by: 'no encryption',
    change: (graph) => remove('BucketServerSideEncryptionConfiguration', bucket(graph, 'site'))(graph),
    says: 'site is not encrypted',
  },
  {
    check: 'every bucket is closed, encrypted and tidy',
    by: 'no lifecycle',
    change: (graph) => remove('BucketLifecycleConfiguration', bucket(graph, 'renditions'))(graph),
    says: 'renditions keeps unfinished uploads',
  },
  {
    check: 'every bucket is closed, encrypted and tidy',
    by: 'no policy',
    change: remove('BucketPolicy', 'RenditionsPolicy'),
    says: 'renditions answers without TLS',
  },
  {
    check: 'every bucket is closed, encrypted and tidy',
    by: 'versions without an end',
    change: (graph) => set('BucketLifecycleConfiguration', bucket(graph, 'originals'), 'rules', [])(graph),
    says: 'originals keeps what was deleted for ever',
  },
  {
    check: 'every bucket is closed, encrypted and tidy',
    by: 'uploads from everywhere',
    change: set('BucketCorsConfiguration', 'Originals', 'corsRules', [
      { allowedOrigins: ['*'], allowedMethods: ['PUT'] },
    ]),
    says: 'browsers may',
  },
  {
    check: 'every original is read',
    by: 'copies that nobody hears of',
    change: (graph) => {
      find(graph, 'BucketNotification', 'Originals').inputs['queues'][0].events = ['s3:ObjectCreated:Put'];
    },
    says: 'the bucket tells of every written original',
  },
  {
    check: 'every original is read',
    by: 'no dead letters',
    change: set('Queue', 'Ingest', 'redrivePolicy', undefined),
    says: 'what cannot be read is kept',
  },
  {
    check: 'queues wait for those who work on them',
    by: 'a short visibility timeout',
    change: set('Queue', 'Ingest', 'visibilityTimeoutSeconds', 30),
    says: 'Ingest: a message comes again',
  },
  {
    check: 'every job is started',
    by: 'a forgotten schedule',
    change: remove('Schedule', 'Trash'),
    says: 'nothing starts trash',
  },
];
