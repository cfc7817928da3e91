import {
  type FunctionSpec,
  copies,
  resumesUploads,
  readsWritesDeletes,
  triggersOutbox,
  packs,
  reads,
  runsTenants,
  lists,
  noContracts,
  tags,
  consumes,
  triggersArchivePacker,
  writes,
} from './function-spec.ts';

/*
 * All functions of a stage: triggers, size, variables and rights. The bundle is `.build/functions/<name>`;
 * `functions/entries/<name>.ts` declares the same variables (tests/deploy/graph compares them).
 *
 * Memory buys CPU: 1,769 MB are one vCPU. The API's functions get over half of one, for their cold start; those that
 * decode images get the memory of two concurrent decoders (functions/images/decoder/limits.ts).
 */

const REPORTS = ['SENTRY_DSN', 'RELEASE'] as const;
const BUCKETS = ['ORIGINALS_BUCKET', 'RENDITIONS_BUCKET'] as const;
/** Payments by card. */
const STRIPE = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_BILLING_SECRET'] as const;
const API = ['ORIGIN_SECRET', ...REPORTS, 'DATABASE_URL', 'SUPABASE_URL'] as const;

const ROUTE = { by: ['route'], memoryMb: 1024, timeoutS: 20 } as const;

export const FUNCTIONS = {
  accounts: {
    ...ROUTE,
    env: [...API, ...BUCKETS, 'OUTBOX_QUEUE_URL', 'SYNC_GROUPS'],
    may: [reads('renditions/exports/*'), triggersOutbox],
  },
  archives: {
    ...ROUTE,
    env: [...API, 'APP_ORIGIN', ...BUCKETS, 'OUTBOX_QUEUE_URL', 'ARCHIVES_QUEUE_URL'],
    may: [
      reads('originals/*'),
      noContracts,
      lists('originals'),
      reads('renditions/*'),
      lists('renditions'),
      ...packs,
      triggersOutbox,
      triggersArchivePacker,
    ],
  },
  booking: {
    ...ROUTE,
    env: ['ORIGIN_SECRET', ...REPORTS, 'DATABASE_URL', 'APP_ORIGIN', ...STRIPE, 'OUTBOX_QUEUE_URL'],
    may: [triggersOutbox],
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
      triggersOutbox,
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
  galleries: { ...ROUTE, env: [...API, 'OUTBOX_QUEUE_URL'], may: [triggersOutbox] },
  images: { ...ROUTE, env: [...API, 'APP_ORIGIN', 'IMAGE_TOKEN_KEY'], may: [] },
  insights: { ...ROUTE, env: [...API], may: [] },
  integrations: { ...ROUTE, env: [...API, 'APP_ORIGIN', 'OUTBOX_QUEUE_URL'], may: [triggersOutbox] },
  invites: { ...ROUTE, env: [...API, 'APP_ORIGIN', 'OUTBOX_QUEUE_URL'], may: [triggersOutbox] },
  // Renders an untrusted image, as transform does.
  logos: {
    ...ROUTE,
    memoryMb: 2048,
    timeoutS: 28,
    env: [...API, ...BUCKETS, 'OUTBOX_QUEUE_URL'],
    may: [writes('renditions/logos/*'), triggersOutbox],
  },
  live: { ...ROUTE, by: ['route', 'socket'], env: [...API, 'APP_ORIGIN', 'OUTBOX_QUEUE_URL'], may: [triggersOutbox] },
  me: { ...ROUTE, env: [...API, 'OUTBOX_QUEUE_URL', 'SYNC_GROUPS'], may: [triggersOutbox] },
  members: { ...ROUTE, env: [...API, 'OUTBOX_QUEUE_URL'], may: [triggersOutbox] },
  payments: {
    ...ROUTE,
    env: [...API, ...BUCKETS],
    // A receipt's letterhead.
    may: [reads('renditions/fonts/*'), reads('renditions/logos/*')],
  },
  plan: {
    ...ROUTE,
    env: [...API, 'APP_ORIGIN', ...STRIPE, 'BILLING_FROM', 'OUTBOX_QUEUE_URL'],
    may: [triggersOutbox],
  },
  portal: {
    ...ROUTE,
    env: [...API, 'APP_ORIGIN', 'IMAGE_TOKEN_KEY', ...BUCKETS, 'OUTBOX_QUEUE_URL'],
    // Signed contracts, and the letterhead of a receipt.
    may: [reads('originals/contracts/*'), reads('renditions/fonts/*'), reads('renditions/logos/*'), triggersOutbox],
  },
  proofing: { ...ROUTE, env: [...API, 'APP_ORIGIN', 'OUTBOX_QUEUE_URL'], may: [triggersOutbox] },
  proposals: { ...ROUTE, env: [...API, 'APP_ORIGIN', ...STRIPE, 'OUTBOX_QUEUE_URL'], may: [triggersOutbox] },
  'public-pages': {
    ...ROUTE,
    env: [...API, 'APP_ORIGIN', 'IMAGE_TOKEN_KEY', ...BUCKETS, 'OUTBOX_QUEUE_URL'],
    may: [reads('originals/*'), noContracts, reads('renditions/*'), lists('renditions'), ...copies, triggersOutbox],
  },
  stripe: { ...ROUTE, env: [...API, 'APP_ORIGIN', ...STRIPE, 'OUTBOX_QUEUE_URL'], may: [triggersOutbox] },
  uploads: {
    ...ROUTE,
    env: [...API, ...BUCKETS],
    may: [readsWritesDeletes('originals/*'), noContracts, resumesUploads('originals/*'), lists('originals')],
  },
  watermarks: {
    ...ROUTE,
    env: [...API, ...BUCKETS, 'OUTBOX_QUEUE_URL'],
    may: [reads('originals/watermarks/*'), writes('originals/watermarks/*'), triggersOutbox],
  },
  zero: { ...ROUTE, env: [...API, 'SYNC_GROUPS', 'ZERO_API_KEY', 'OUTBOX_QUEUE_URL'], may: [triggersOutbox] },
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
      'BILLING_FROM',
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
    may: [
      reads('originals/*'),
      noContracts,
      lists('originals'),
      readsWritesDeletes('renditions/*'),
      lists('renditions'),
      tags('renditions/*'),
    ],
  },
  // Two decoders.
  ingest: {
    by: ['ingestQueue'],
    memoryMb: 3008,
    diskMb: 1536,
    timeoutS: 180,
    env: [...REPORTS, 'DATABASE_URL', ...BUCKETS, 'OUTBOX_QUEUE_URL'],
    may: [
      consumes('ingestQueue'),
      reads('originals/*'),
      noContracts,
      lists('originals'),
      writes('originals/*/poster'),
      { actions: ['s3:PutObject', 's3:DeleteObject'], on: 'renditions/*' },
      triggersOutbox,
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
      'MAIL_CONFIGURATION_SET',
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
      consumes('outboxQueue'),
      readsWritesDeletes('originals/*'),
      lists('originals'),
      readsWritesDeletes('renditions/*'),
      lists('renditions'),
      // Exports are stored in parts.
      { actions: ['s3:AbortMultipartUpload'], on: 'renditions/exports/*' },
      { actions: ['cloudfront:CreateInvalidation'], on: 'distribution' },
      ...runsTenants,
      { actions: ['execute-api:ManageConnections'], on: 'connections' },
      triggersOutbox,
      { actions: ['sqs:SendMessage'], on: 'ingestQueue' },
      triggersArchivePacker,
    ],
  },
  'archive-packer': {
    by: ['archivesQueue', 'minute'],
    // A whole vCPU: checksums of all bytes, and TLS in both directions.
    memoryMb: 1769,
    timeoutS: 900,
    env: [...REPORTS, 'DATABASE_URL', ...BUCKETS, 'OUTBOX_QUEUE_URL'],
    may: [
      consumes('archivesQueue'),
      reads('originals/*'),
      noContracts,
      lists('originals'),
      reads('renditions/*'),
      lists('renditions'),
      ...packs,
      { actions: ['s3:DeleteObject'], on: 'renditions/archives/*' },
      triggersOutbox,
    ],
  },
  'mail-events': {
    by: ['mailEventsQueue'],
    memoryMb: 256,
    timeoutS: 30,
    env: [...REPORTS, 'DATABASE_URL', 'OUTBOX_QUEUE_URL'],
    may: [consumes('mailEventsQueue'), triggersOutbox],
  },
  'og-sweep': {
    by: ['minute'],
    memoryMb: 256,
    timeoutS: 30,
    env: [...REPORTS, 'DATABASE_URL', 'OUTBOX_QUEUE_URL'],
    may: [triggersOutbox],
  },
  reminders: {
    by: ['tenMinutes'],
    memoryMb: 256,
    timeoutS: 120,
    env: [...REPORTS, 'DATABASE_URL', 'OUTBOX_QUEUE_URL'],
    may: [triggersOutbox],
  },
  trash: {
    by: ['hour'],
    memoryMb: 256,
    timeoutS: 300,
    env: [...REPORTS, 'DATABASE_URL', 'OUTBOX_QUEUE_URL'],
    may: [triggersOutbox],
  },
  'uploads-sweep': {
    by: ['hour'],
    memoryMb: 256,
    timeoutS: 300,
    env: [...REPORTS, 'DATABASE_URL', ...BUCKETS],
    may: [
      readsWritesDeletes('originals/*'),
      resumesUploads('originals/*'),
      { actions: ['s3:ListBucket', 's3:ListBucketMultipartUploads'], on: 'originals' },
      { actions: ['s3:DeleteObject'], on: 'renditions/*' },
      reads('renditions/inventory/*'),
      lists('renditions'),
    ],
  },
  usage: {
    by: ['tenMinutes'],
    memoryMb: 512,
    timeoutS: 300,
    env: [...REPORTS, 'DATABASE_URL', 'BILLING_FROM', 'OUTBOX_QUEUE_URL'],
    may: [triggersOutbox],
  },
  vitals: {
    by: ['minute'],
    memoryMb: 256,
    timeoutS: 45,
    env: [...REPORTS, 'DATABASE_URL', 'APP_ORIGIN', 'SYNC_GROUPS', 'ZERO_API_KEY'],
    may: [],
  },
} as const satisfies Record<string, FunctionSpec>;

export type FunctionName = keyof typeof FUNCTIONS;
