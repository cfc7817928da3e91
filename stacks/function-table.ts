import {
  type FunctionSpec,
  copies,
  joins,
  keeps,
  nudges,
  packs,
  reads,
  runsTenants,
  sees,
  tags,
  takes,
  wakesPacker,
  writes,
} from './function-spec.ts';

/*
 * All functions of a stage: triggers, size, variables and rights. The bundle is `.build/functions/<name>`;
 * `functions/entries/<name>.ts` declares the same variables (tests/deploy/graph compares them).
 *
 * Memory buys CPU: 1,769 MB are one vCPU. The API's functions get over half of one, for their cold start; those that
 * decode images get the memory of two concurrent decoders (functions/images/limits.ts).
 */

const REPORTS = ['SENTRY_DSN', 'RELEASE'] as const;
const BUCKETS = ['ORIGINALS_BUCKET', 'RENDITIONS_BUCKET'] as const;
/** Payments by card. */
const STRIPE = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
const API = ['ORIGIN_SECRET', ...REPORTS, 'DATABASE_URL', 'SUPABASE_URL'] as const;

const ROUTE = { by: ['route'], memoryMb: 1024, timeoutS: 20 } as const;

export const FUNCTIONS = {
  accounts: {
    ...ROUTE,
    env: [...API, ...BUCKETS, 'OUTBOX_QUEUE_URL'],
    may: [reads('renditions/exports/*'), nudges],
  },
  archives: {
    ...ROUTE,
    env: [...API, 'APP_ORIGIN', ...BUCKETS, 'OUTBOX_QUEUE_URL', 'ARCHIVES_QUEUE_URL'],
    may: [
      reads('originals/*'),
      sees('originals'),
      reads('renditions/*'),
      sees('renditions'),
      ...packs,
      nudges,
      wakesPacker,
    ],
  },
  booking: {
    ...ROUTE,
    env: ['ORIGIN_SECRET', ...REPORTS, 'DATABASE_URL', 'APP_ORIGIN', ...STRIPE, 'OUTBOX_QUEUE_URL'],
    may: [nudges],
  },
  calendar: { ...ROUTE, env: [...API, 'APP_ORIGIN'], may: [] },
  contracts: {
    ...ROUTE,
    env: [...API, ...BUCKETS, 'OUTBOX_QUEUE_URL'],
    may: [
      reads('originals/contracts/*'),
      writes('originals/contracts/*'),
      // The letterhead of a contract.
      reads('renditions/fonts/*'),
      reads('renditions/logos/*'),
      nudges,
    ],
  },
  // A whole vCPU: packing a font takes seconds, and the HTTP API waits for 30.
  fonts: {
    ...ROUTE,
    memoryMb: 1769,
    timeoutS: 28,
    env: [...API, ...BUCKETS],
    may: [writes('renditions/fonts/*')],
  },
  galleries: { ...ROUTE, env: [...API, 'OUTBOX_QUEUE_URL'], may: [nudges] },
  images: { ...ROUTE, env: [...API, 'APP_ORIGIN', 'IMAGE_TOKEN_KEY'], may: [] },
  insights: { ...ROUTE, env: [...API], may: [] },
  integrations: { ...ROUTE, env: [...API, 'APP_ORIGIN', 'OUTBOX_QUEUE_URL'], may: [nudges] },
  invites: { ...ROUTE, env: [...API, 'APP_ORIGIN', 'OUTBOX_QUEUE_URL'], may: [nudges] },
  // Renders an untrusted image, as transform does.
  logos: {
    ...ROUTE,
    memoryMb: 2048,
    timeoutS: 28,
    env: [...API, ...BUCKETS, 'OUTBOX_QUEUE_URL'],
    may: [writes('renditions/logos/*'), nudges],
  },
  live: { ...ROUTE, by: ['route', 'socket'], env: [...API, 'APP_ORIGIN', 'OUTBOX_QUEUE_URL'], may: [nudges] },
  me: { ...ROUTE, env: [...API, 'OUTBOX_QUEUE_URL'], may: [nudges] },
  members: { ...ROUTE, env: [...API, 'OUTBOX_QUEUE_URL'], may: [nudges] },
  payments: {
    ...ROUTE,
    env: [...API, ...BUCKETS],
    // A receipt's letterhead.
    may: [reads('renditions/fonts/*'), reads('renditions/logos/*')],
  },
  portal: {
    ...ROUTE,
    env: [...API, 'APP_ORIGIN', 'IMAGE_TOKEN_KEY', ...BUCKETS, 'OUTBOX_QUEUE_URL'],
    // Signed contracts, and the letterhead of a receipt.
    may: [reads('originals/contracts/*'), reads('renditions/fonts/*'), reads('renditions/logos/*'), nudges],
  },
  proofing: { ...ROUTE, env: [...API, 'APP_ORIGIN', 'OUTBOX_QUEUE_URL'], may: [nudges] },
  'public-pages': {
    ...ROUTE,
    env: [...API, 'APP_ORIGIN', 'IMAGE_TOKEN_KEY', ...BUCKETS, 'OUTBOX_QUEUE_URL'],
    may: [reads('originals/*'), reads('renditions/*'), sees('renditions'), ...copies, nudges],
  },
  stripe: { ...ROUTE, env: [...API, 'APP_ORIGIN', ...STRIPE, 'OUTBOX_QUEUE_URL'], may: [nudges] },
  uploads: {
    ...ROUTE,
    env: [...API, ...BUCKETS],
    may: [keeps('originals/*'), joins('originals/*'), sees('originals')],
  },
  watermarks: {
    ...ROUTE,
    env: [...API, ...BUCKETS, 'OUTBOX_QUEUE_URL'],
    may: [reads('originals/watermarks/*'), writes('originals/watermarks/*'), nudges],
  },
  zero: { ...ROUTE, env: [...API, 'ZERO_API_KEY', 'OUTBOX_QUEUE_URL'], may: [nudges] },
  unmatched: { ...ROUTE, memoryMb: 256, timeoutS: 5, env: ['ORIGIN_SECRET', ...REPORTS], may: [] },
  page: {
    by: ['url'],
    memoryMb: 1024,
    timeoutS: 20,
    env: [
      'ORIGIN_SECRET',
      ...REPORTS,
      'DATABASE_URL',
      'APP_ORIGIN',
      'PAGE_TEMPLATES_DIR',
      'SUPABASE_URL',
      'SUPABASE_ANON_KEY',
      'AUTH_PROVIDERS',
      'CAPTCHA_SITE_KEY',
      'POSTHOG_KEY',
      'SENTRY_BROWSER_DSN',
      'CONNECT_ORIGINS',
      'DOMAIN_TARGET',
      'CARD_PAYMENTS',
      'DEMO_GALLERY',
      'CUSTOM_SCRIPTS',
      'OPERATOR_NAME',
      'OPERATOR_ADDRESS',
      'OPERATOR_EMAIL',
    ],
    may: [],
  },
  transform: {
    by: ['url'],
    memoryMb: 2048,
    diskMb: 1024,
    timeoutS: 60,
    reserve: 'transformConcurrency',
    env: ['ORIGIN_SECRET', ...REPORTS, ...BUCKETS],
    may: [reads('originals/*'), sees('originals'), keeps('renditions/*'), sees('renditions'), tags('renditions/*')],
  },
  // Two decoders.
  ingest: {
    by: ['ingestQueue'],
    memoryMb: 3008,
    diskMb: 1536,
    timeoutS: 180,
    env: [...REPORTS, 'DATABASE_URL', ...BUCKETS, 'OUTBOX_QUEUE_URL'],
    may: [
      takes('ingestQueue'),
      reads('originals/*'),
      sees('originals'),
      writes('originals/*/poster'),
      { actions: ['s3:PutObject', 's3:DeleteObject'], on: 'renditions/*' },
      nudges,
    ],
  },
  outbox: {
    by: ['outboxQueue', 'minute'],
    memoryMb: 1024,
    timeoutS: 120,
    env: [
      ...REPORTS,
      'DATABASE_URL',
      'APP_ORIGIN',
      'MAIL_URL',
      'MAIL_FROM',
      'DISTRIBUTION_ID',
      'DOMAIN_TARGET',
      'TENANT_DISTRIBUTION_ID',
      'CONNECTION_GROUP_ID',
      ...STRIPE,
      ...BUCKETS,
      'OUTBOX_QUEUE_URL',
      'INGEST_QUEUE_URL',
      'LIVE_ENDPOINT',
      'ARCHIVES_QUEUE_URL',
    ],
    may: [
      takes('outboxQueue'),
      keeps('originals/*'),
      sees('originals'),
      keeps('renditions/*'),
      sees('renditions'),
      // Exports are stored in parts.
      { actions: ['s3:AbortMultipartUpload'], on: 'renditions/exports/*' },
      { actions: ['cloudfront:CreateInvalidation'], on: 'distribution' },
      ...runsTenants,
      { actions: ['execute-api:ManageConnections'], on: 'connections' },
      nudges,
      { actions: ['sqs:SendMessage'], on: 'ingestQueue' },
      wakesPacker,
    ],
  },
  'archive-packer': {
    by: ['archivesQueue', 'minute'],
    // A whole vCPU: checksums of all bytes, and TLS in both directions.
    memoryMb: 1769,
    timeoutS: 900,
    env: [...REPORTS, 'DATABASE_URL', ...BUCKETS, 'OUTBOX_QUEUE_URL'],
    may: [
      takes('archivesQueue'),
      reads('originals/*'),
      sees('originals'),
      reads('renditions/*'),
      sees('renditions'),
      ...packs,
      { actions: ['s3:DeleteObject'], on: 'renditions/archives/*' },
      nudges,
    ],
  },
  'og-sweep': {
    by: ['minute'],
    memoryMb: 256,
    timeoutS: 30,
    env: [...REPORTS, 'DATABASE_URL', 'OUTBOX_QUEUE_URL'],
    may: [nudges],
  },
  reminders: {
    by: ['tenMinutes'],
    memoryMb: 256,
    timeoutS: 120,
    env: [...REPORTS, 'DATABASE_URL', 'OUTBOX_QUEUE_URL'],
    may: [nudges],
  },
  trash: {
    by: ['hour'],
    memoryMb: 256,
    timeoutS: 300,
    env: [...REPORTS, 'DATABASE_URL', 'OUTBOX_QUEUE_URL'],
    may: [nudges],
  },
  'uploads-sweep': {
    by: ['hour'],
    memoryMb: 256,
    timeoutS: 300,
    env: [...REPORTS, 'DATABASE_URL', ...BUCKETS],
    may: [
      keeps('originals/*'),
      joins('originals/*'),
      { actions: ['s3:ListBucket', 's3:ListBucketMultipartUploads'], on: 'originals' },
      { actions: ['s3:DeleteObject'], on: 'renditions/*' },
      reads('renditions/inventory/*'),
      sees('renditions'),
    ],
  },
  vitals: { by: ['minute'], memoryMb: 256, timeoutS: 30, env: [...REPORTS, 'DATABASE_URL'], may: [] },
} as const satisfies Record<string, FunctionSpec>;

export type FunctionName = keyof typeof FUNCTIONS;
