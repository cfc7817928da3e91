/*
 * A function's description in function-table.ts: its variables, and its rights on resources.
 */

/** A variable of functions/platform/env.ts; Lambda itself sets `AWS_*`. */
export type Variable =
  | 'APP_ORIGIN'
  | 'ARCHIVES_QUEUE_URL'
  | 'AUTH_PROVIDERS'
  | 'CAPTCHA_SITE_KEY'
  | 'BILLING_FROM'
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
  | 'MAIL_CONFIGURATION_SET'
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
  | 'STRIPE_BILLING_SECRET'
  | 'STRIPE_WEBHOOK_SECRET'
  | 'SUPABASE_ANON_KEY'
  | 'SUPABASE_URL'
  | 'SYNC_GROUPS'
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
  | 'renditions/inventory/*'
  | 'renditions/logos/*'
  | 'renditions/og/*'
  | 'archivesQueue'
  | 'outboxQueue'
  | 'ingestQueue'
  | 'mailEventsQueue'
  | 'connections'
  | 'distribution'
  | 'tenantDistribution'
  | 'connectionGroup'
  | 'distributionTenants'
  | 'certificates'
  | '*';

export interface Right {
  /** A denial takes precedence over every right. */
  readonly effect?: 'deny';
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
    | 'mailEventsQueue'
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

export const reads = (on: Target): Right => ({ actions: ['s3:GetObject'], on });
/** Without it S3 answers 403 instead of 404 for a missing key, which looks like a refusal. */
export const lists = (on: 'originals' | 'renditions'): Right => ({ actions: ['s3:ListBucket'], on });
/** For functions that work on photos' originals: signed contracts are in the same bucket. */
export const noContracts: Right = {
  effect: 'deny',
  actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
  on: 'originals/contracts/*',
};
export const writes = (on: Target): Right => ({ actions: ['s3:PutObject'], on });
export const readsWritesDeletes = (on: Target): Right => ({
  actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
  on,
});
export const tags = (on: Target): Right => ({ actions: ['s3:PutObjectTagging'], on });
/** Multipart uploads: lists stored parts and aborts abandoned uploads. */
export const resumesUploads = (on: Target): Right => ({
  actions: ['s3:ListMultipartUploadParts', 's3:AbortMultipartUpload'],
  on,
});
export const triggersOutbox: Right = { actions: ['sqs:SendMessage'], on: 'outboxQueue' };
export const triggersArchivePacker: Right = { actions: ['sqs:SendMessage'], on: 'archivesQueue' };
/** Multipart uploads of archives; finds and aborts unfinished ones of a crashed run. */
export const packs: readonly Right[] = [
  { actions: ['s3:PutObject', 's3:AbortMultipartUpload'], on: 'renditions/archives/*' },
  { actions: ['s3:ListBucketMultipartUploads'], on: 'renditions' },
];
/** Originals without their location, which are copied in parts. */
export const copies: readonly Right[] = [{ actions: ['s3:PutObject', 's3:AbortMultipartUpload'], on: 'renditions/*' }];
/** Rights that Lambda requires from the role of a function with a queue. */
export const consumes = (on: 'archivesQueue' | 'ingestQueue' | 'mailEventsQueue' | 'outboxQueue'): Right => ({
  actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
  on,
});

/**
 * Own domains. CloudFront checks creation and changes of a tenant on its distribution and connection group too, and asks
 * ACM for the certificate with the caller's rights. A request of a certificate has no resource to name.
 */
export const runsTenants: readonly Right[] = [
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
