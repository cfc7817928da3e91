/*
 * All functions of a stage: triggers, size, variables and rights. The bundle is `.build/functions/<name>`;
 * `functions/entries/<name>.ts` declares the same variables (tests/deploy/graph compares them).
 *
 * Memory buys CPU: 1,769 MB are one vCPU. The API's functions get over half of one, for their cold start; those that
 * decode images get the memory of two concurrent decoders (functions/images/limits.ts).
 */

/** A variable of functions/platform/env.ts; Lambda itself sets `AWS_*`. */
export type Variable =
  | 'APP_ORIGIN'
  | 'ARCHIVES_QUEUE_URL'
  | 'AUTH_PROVIDERS'
  | 'CAPTCHA_SITE_KEY'
  | 'CARD_PAYMENTS'
  | 'CONNECT_ORIGINS'
  | 'POSTHOG_KEY'
  | 'SENTRY_BROWSER_DSN'
  | 'CONNECTION_GROUP_ID'
  | 'CUSTOM_SCRIPTS'
  | 'DATABASE_URL'
  | 'DEMO_GALLERY'
  | 'DISTRIBUTION_ID'
  | 'DOMAIN_TARGET'
  | 'IMAGE_TOKEN_KEY'
  | 'INGEST_QUEUE_URL'
  | 'LIVE_ENDPOINT'
  | 'MAIL_FROM'
  | 'MAIL_URL'
  | 'OPERATOR_ADDRESS'
  | 'OPERATOR_EMAIL'
  | 'OPERATOR_NAME'
  | 'ORIGINALS_BUCKET'
  | 'ORIGIN_SECRET'
  | 'OUTBOX_QUEUE_URL'
  | 'PAGE_TEMPLATES_DIR'
  | 'RELEASE'
  | 'RENDITIONS_BUCKET'
  | 'SENTRY_DSN'
  | 'STRIPE_SECRET_KEY'
  | 'STRIPE_WEBHOOK_SECRET'
  | 'SUPABASE_ANON_KEY'
  | 'SUPABASE_URL'
  | 'TENANT_DISTRIBUTION_ID'
  | 'ZERO_API_KEY';

/** Resource of a right; functions.ts knows the ARNs. */
export type Target =
  | 'originals'
  | 'originals/*'
  | 'originals/contracts/*'
  | 'originals/watermarks/*'
  | 'originals/*/poster'
  | 'renditions'
  | 'renditions/*'
  | 'renditions/archives/*'
  | 'renditions/exports/*'
  | 'renditions/fonts/*'
  | 'renditions/logos/*'
  | 'renditions/og/*'
  | 'archivesQueue'
  | 'outboxQueue'
  | 'ingestQueue'
  | 'connections'
  | 'distribution'
  | 'tenantDistribution'
  | 'connectionGroup'
  | 'distributionTenants'
  | 'certificates'
  | '*';

export interface Right {
  readonly actions: readonly string[];
  readonly on: Target;
}

export interface FunctionSpec {
  /**
   * Triggers. `route`: the HTTP API. `socket`: the WebSocket API. `url`: the distribution, through a function URL. `queue` and `every` may be
   * combined.
   */
  readonly by: readonly (
    | 'route'
    | 'socket'
    | 'url'
    | 'archivesQueue'
    | 'ingestQueue'
    | 'outboxQueue'
    | 'minute'
    | 'tenMinutes'
    | 'hour'
  )[];
  readonly memoryMb: number;
  /** MiB of `/tmp`, by default 512: a decoder's original is there (MAX_PHOTO_BYTES each). */
  readonly diskMb?: number;
  /**
   * Timeout in seconds. An HTTP API waits 30 s for a response, the distribution 60 s; Lambda allows at most 900 s for a
   * job.
   */
  readonly timeoutS: number;
  /** Setting with the number of reserved instances. */
  readonly reserve?: 'transformConcurrency';
  readonly env: readonly Variable[];
  readonly may: readonly Right[];
}

const REPORTS = ['SENTRY_DSN', 'RELEASE'] as const;
const BUCKETS = ['ORIGINALS_BUCKET', 'RENDITIONS_BUCKET'] as const;
/** Payments by card. */
const STRIPE = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
const API = ['ORIGIN_SECRET', ...REPORTS, 'DATABASE_URL', 'SUPABASE_URL'] as const;

const reads = (on: Target): Right => ({ actions: ['s3:GetObject'], on });
/** Without it S3 answers 403 instead of 404 for a missing key, which looks like a refusal. */
const sees = (on: 'originals' | 'renditions'): Right => ({ actions: ['s3:ListBucket'], on });
const writes = (on: Target): Right => ({ actions: ['s3:PutObject'], on });
const keeps = (on: Target): Right => ({ actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], on });
const tags = (on: Target): Right => ({ actions: ['s3:PutObjectTagging'], on });
/** Multipart uploads: lists stored parts and aborts abandoned uploads. */
const joins = (on: Target): Right => ({ actions: ['s3:ListMultipartUploadParts', 's3:AbortMultipartUpload'], on });
const nudges: Right = { actions: ['sqs:SendMessage'], on: 'outboxQueue' };
const wakesPacker: Right = { actions: ['sqs:SendMessage'], on: 'archivesQueue' };
/** Multipart uploads of archives; finds and aborts unfinished ones of a crashed run. */
const packs: readonly Right[] = [
  { actions: ['s3:PutObject', 's3:AbortMultipartUpload'], on: 'renditions/archives/*' },
  { actions: ['s3:ListBucketMultipartUploads'], on: 'renditions' },
];
/** Originals without their place, which are copied in parts. */
const copies: readonly Right[] = [{ actions: ['s3:PutObject', 's3:AbortMultipartUpload'], on: 'renditions/*' }];
/** Rights that Lambda requires from the role of a function with a queue. */
const takes = (on: 'archivesQueue' | 'ingestQueue' | 'outboxQueue'): Right => ({
  actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
  on,
});

/**
 * Own domains. CloudFront checks creation and changes of a tenant on its distribution and connection group too, and asks
 * ACM for the certificate with the caller's rights. A request of a certificate has no resource to name.
 */
const runsTenants: readonly Right[] = [
  ...(['tenantDistribution', 'connectionGroup'] as const).map((on) => ({
    actions: ['cloudfront:CreateDistributionTenant', 'cloudfront:UpdateDistributionTenant'],
    on,
  })),
  {
    actions: [
      'cloudfront:CreateDistributionTenant',
      'cloudfront:CreateInvalidationForDistributionTenant',
      'cloudfront:DeleteDistributionTenant',
      'cloudfront:GetDistributionTenant',
      'cloudfront:GetManagedCertificateDetails',
      'cloudfront:UpdateDistributionTenant',
      'cloudfront:VerifyDnsConfiguration',
    ],
    on: 'distributionTenants',
  },
  { actions: ['acm:AddTagsToCertificate', 'acm:DescribeCertificate'], on: 'certificates' },
  { actions: ['acm:RequestCertificate'], on: '*' },
];

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
      sees('renditions'),
    ],
  },
  vitals: { by: ['minute'], memoryMb: 256, timeoutS: 30, env: [...REPORTS, 'DATABASE_URL'], may: [] },
} as const satisfies Record<string, FunctionSpec>;

export type FunctionName = keyof typeof FUNCTIONS;
