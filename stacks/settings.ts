import { ONE_GROUP } from '#core/domain/studio/sync-groups.ts';

/*
 * All settings of a stage: region, sizes, counts, limits. No other file of `stacks` contains such figures. Values that
 * differ between operators (domain, email) come from the environment.
 */

export type LogRetentionDays = 7 | 30 | 90 | 365;

export interface ZeroSettings {
  /**
   * CPU units of a task (1024 is one vCPU) and its memory in MiB; Fargate supports certain pairs only. A serving node has
   * a sync worker for each whole vCPU.
   */
  cpu: number;
  memoryMb: number;
  /** Fargate Spot: a third of the price, with a restart (seconds, nothing lost) whenever AWS reclaims the machine. */
  spot: boolean;
  /**
   * 0 is a single node, which replicates and serves. From 1 on, this number of view-syncers serves, and a replication
   * manager keeps the replica and its backup.
   */
  viewSyncers: number;
  /** Maximum number of view-syncers under load; ignored with 0 `viewSyncers`. */
  maxViewSyncers: number;
  /**
   * Disk of a task in GiB, 20 to 200, for the replica and its write-ahead log: about 1.3 GiB per million photos. The
   * first 20 are free of charge.
   */
  diskGib: number;
  /**
   * Minutes for the first copy of the database, 10 to 55. A node answers nothing before its end, and ECS replaces a
   * node that needs longer, so that it would begin again for ever. A million photos take one to two minutes.
   */
  firstCopyMinutes: number;
  /**
   * Groups of studios, each with a zero-cache of these sizes (core/domain/studio/sync-groups.ts). A group's buckets never
   * change: other buckets are a group with another number (docs/operations.md#groups-of-studios).
   */
  groups: string;
  /** Runs the copy of the image in the account's own registry, by its digest; otherwise the vendor's public tag. */
  mirroredImage: boolean;
  /** Switches `zero-stack/foreign-rows.mjs` off: each window reads what any studio changes, as zero-cache does without it. */
  readsForeignRows?: boolean;
}

export interface FirewallLimits {
  /** Pages and API, per IP address: a venue's Wi-Fi has one address, and a guest's first visit takes about 50. */
  requests: number;
  /** Images, per image token and address: one person on one device. */
  pictures: number;
  /** Images, per IP address. */
  picturesOfAddress: number;
}

export interface StageSettings {
  region: string;
  /** Two availability zones of the region, by letter. */
  zones: readonly [string, string];
  /** Protects the stage from removal by a command. */
  protect: boolean;
  /**
   * The buckets and their contents outlive the stage: if `protect` is withdrawn and the stage removed, its photos
   * remain until deleted by hand.
   */
  keepData: boolean;
  logRetentionDays: LogRetentionDays;
  zero: ZeroSettings;
  /** Function instances reserved for the transform, so that images cannot starve the API; 0 shares the account's. */
  transformConcurrency: number;
  /** Originals that are ingested concurrently. */
  ingestConcurrency: number;
  /** The API's rate limit: requests per second, and burst. */
  apiRate: { perSecond: number; burst: number };
  /** Requests in five minutes, limited by WAF; null is without WAF, which has its own price. */
  firewall: FirewallLimits | null;
  /**
   * Studios' own domains: a second distribution, of which each domain is a tenant. It costs nothing without tenants, and
   * minutes of the first deployment.
   */
  ownDomains: boolean;
  /** Bounces and complaints of Amazon SES reach the product. */
  mailEvents: boolean;
  /** Edge locations of the distribution: `PriceClass_100` is Europe and North America. */
  priceClass: 'PriceClass_100' | 'PriceClass_200' | 'PriceClass_All';
  /** Days for which versions of a replaced or deleted original are kept; 0 keeps none. */
  keepDeletedOriginalsDays: number;
  /**
   * Days after which originals move to S3's Intelligent-Tiering, which bills them by their last reading, and never for
   * reading; 0 keeps them in Standard.
   */
  tierOriginalsAfterDays: number;
  /**
   * Second region, to which S3 copies every original within minutes; null makes no copy. Requires
   * `keepDeletedOriginalsDays`: S3 replicates between versioned buckets only.
   */
  originalsCopy: string | null;
  /**
   * Monthly budget in US dollars before an alert: of the account with `protect`, else of the stage. Production's is for
   * 300 studios (docs/scaling.md) with a tenth to spare, beside what a stage costs at rest.
   */
  budgetUsd: number;
  /** The stage's own key for the functions' secrets, a dollar a month; by default AWS's. */
  ownKey: boolean;
  /** X-Ray tracing of functions: 5 USD per million invocations. */
  tracing: boolean;
  /**
   * `all`: three for each function, a dashboard, and a check from outside; `few`: those for lost work; 0.10 USD each per
   * month. `none` also mails nobody: each topic asks its address for a confirmation.
   */
  alarms: 'all' | 'few' | 'none';
}

const SMALL: StageSettings = {
  region: 'eu-west-1',
  zones: ['a', 'b'],
  protect: false,
  keepData: false,
  logRetentionDays: 7,
  zero: {
    cpu: 512,
    memoryMb: 2048,
    spot: true,
    viewSyncers: 0,
    maxViewSyncers: 0,
    diskGib: 20,
    firstCopyMinutes: 10,
    groups: ONE_GROUP,
    mirroredImage: false,
  },
  transformConcurrency: 0,
  ingestConcurrency: 2,
  apiRate: { perSecond: 50, burst: 100 },
  firewall: null,
  ownDomains: true,
  mailEvents: true,
  priceClass: 'PriceClass_100',
  keepDeletedOriginalsDays: 0,
  tierOriginalsAfterDays: 0,
  originalsCopy: null,
  budgetUsd: 60,
  ownKey: false,
  tracing: false,
  alarms: 'few',
};

/** A pull request's stage lives for days, and its authors look at it. */
const PREVIEW: StageSettings = { ...SMALL, ownDomains: false, mailEvents: false, alarms: 'none' };

/** By stage name; any other stage (`dev`, `pr-12`) is small and removable with one command. */
const STAGES: Readonly<Record<string, StageSettings>> = {
  production: {
    ...SMALL,
    protect: true,
    keepData: true,
    logRetentionDays: 90,
    zero: { ...SMALL.zero, cpu: 1024, memoryMb: 4096, spot: false, firstCopyMinutes: 30, mirroredImage: true },
    transformConcurrency: 50,
    ingestConcurrency: 20,
    apiRate: { perSecond: 500, burst: 1000 },
    firewall: { requests: 12_000, pictures: 6_000, picturesOfAddress: 60_000 },
    priceClass: 'PriceClass_All',
    keepDeletedOriginalsDays: 30,
    tierOriginalsAfterDays: 90,
    originalsCopy: 'eu-central-1',
    budgetUsd: 1_000,
    ownKey: true,
    alarms: 'all',
  },
};

/** @throws Error if the name cannot be part of host names and of AWS resource names */
export function settingsFor(stage: string): StageSettings {
  if (!/^[a-z][a-z0-9-]{0,18}[a-z0-9]$/.test(stage)) {
    throw new Error(`A stage's name is 2 to 20 letters, digits and dashes, and begins with a letter: ${stage}`);
  }
  return STAGES[stage] ?? (/^pr-\d+$/.test(stage) ? PREVIEW : SMALL);
}

export interface OperatorSettings {
  /** Public host: the domain itself in production, `{stage}.{domain}` elsewhere. */
  host: string;
  /** ARN of a certificate in us-east-1 for that host; null creates one in Route 53, which then hosts the domain. */
  certificateArn: string | null;
  /** Email of alarms and budget alerts. */
  alertsTo: string;
  /** Release name in error reports; '' if unset. */
  release: string;
  /** Address of the landing page's demo gallery; '' shows none. */
  demoGallery: string;
  /** `off` lets no studio's own script run; '' lets them. */
  customScripts: string;
  /** The first month that studios pay for, `2027-04`; '' charges nothing. */
  billingFrom: string;
  /** PostHog's project key, which every page contains; '' without product analytics. */
  posthogKey: string;
  /** Sentry's address for browsers, equally public; '' without. */
  sentryBrowserDsn: string;
  /** The operator on the legal pages, which exist only with all three; '' if unset. */
  name: string;
  address: string;
  email: string;
}

/** `https://{key}@{host}/{project}` */
const SENTRY_DSN = /^https:\/\/(\w+)@([a-z0-9.-]+)\/(\d+)$/;

/** Returns host and path that receive the reports of browsers; null if unset. */
export function browserErrors({ sentryBrowserDsn }: Pick<OperatorSettings, 'sentryBrowserDsn'>) {
  const [, , host, project] = SENTRY_DSN.exec(sentryBrowserDsn) ?? [];
  return host && project ? { host, path: `/api/${project}/envelope` } : null;
}

/**
 * @param env `ALBUMEN_DOMAIN`, `ALBUMEN_ALERTS_TO`, with DNS elsewhere `ALBUMEN_CERTIFICATE_ARN`, and optionally
 * `ALBUMEN_RELEASE`, `ALBUMEN_DEMO_GALLERY`, `ALBUMEN_CUSTOM_SCRIPTS`, `ALBUMEN_BILLING_FROM`, `ALBUMEN_POSTHOG_KEY`,
 * `ALBUMEN_SENTRY_BROWSER_DSN`, `ALBUMEN_OPERATOR_NAME`, `ALBUMEN_OPERATOR_ADDRESS`, `ALBUMEN_OPERATOR_EMAIL`
 * @throws Error naming the missing or malformed variable
 */
export function operatorSettings(
  stage: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): OperatorSettings {
  const domain = required(env, 'ALBUMEN_DOMAIN', /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/);
  const alertsTo = required(env, 'ALBUMEN_ALERTS_TO', /^[^\s@]+@[^\s@]+\.[^\s@]+$/);
  const certificateArn = env['ALBUMEN_CERTIFICATE_ARN'] || null;
  const release = env['ALBUMEN_RELEASE'] ?? '';
  const host = stage === 'production' ? domain : `${stage}.${domain}`;
  return {
    host,
    certificateArn,
    alertsTo,
    release,
    demoGallery: env['ALBUMEN_DEMO_GALLERY'] ?? '',
    customScripts: env['ALBUMEN_CUSTOM_SCRIPTS'] ?? '',
    billingFrom: optional(env, 'ALBUMEN_BILLING_FROM', /^20\d\d-(0[1-9]|1[0-2])$/),
    posthogKey: optional(env, 'ALBUMEN_POSTHOG_KEY', /^[\w-]{1,100}$/),
    sentryBrowserDsn: optional(env, 'ALBUMEN_SENTRY_BROWSER_DSN', SENTRY_DSN),
    name: env['ALBUMEN_OPERATOR_NAME'] ?? '',
    address: env['ALBUMEN_OPERATOR_ADDRESS'] ?? '',
    email: env['ALBUMEN_OPERATOR_EMAIL'] ?? '',
  };
}

/**
 * Returns the permissions boundary of every role of a stage: the deployment roles of stacks/access can create no role
 * without it, an administrator can.
 * @param env `ALBUMEN_PERMISSIONS_BOUNDARY`, its ARN, or unset
 * @throws Error if it is malformed
 */
export function permissionsBoundary(env: Readonly<Record<string, string | undefined>> = process.env): string | null {
  const name = 'ALBUMEN_PERMISSIONS_BOUNDARY';
  return env[name] ? required(env, name, /^arn:aws[a-z-]*:iam::\d{12}:policy\/.+$/) : null;
}

/**
 * Returns the image of zero-cache in the account's own registry, of stages with `mirroredImage`. The deployment command
 * asks the registry for it (ops/deploy/zero-image.ts).
 * @param env `ALBUMEN_ZERO_IMAGE`: repository and digest
 * @throws Error if it is missing or malformed
 */
export function mirroredImage(
  { zero }: Pick<StageSettings, 'zero'>,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  if (!zero.mirroredImage) return null;
  return required(
    env,
    'ALBUMEN_ZERO_IMAGE',
    /^\d{12}\.dkr\.ecr\.[a-z0-9-]+\.amazonaws\.com\/[a-z0-9/_-]+@sha256:[0-9a-f]{64}$/,
  );
}

/**
 * Returns the address that zero-cache sends its metrics to by OTLP, with the secret `OtlpHeaders`; null if unset.
 * @param env `ALBUMEN_METRICS_URL`, whole: `https://…/v1/metrics`
 * @throws Error if it is malformed
 */
export function metricsUrl(env: Readonly<Record<string, string | undefined>> = process.env): string | null {
  const name = 'ALBUMEN_METRICS_URL';
  return env[name] ? required(env, name, /^https:\/\/[^\s/]+\/\S+$/) : null;
}

function required(env: Readonly<Record<string, string | undefined>>, name: string, form: RegExp): string {
  const value = env[name];
  if (!value || !form.test(value)) throw new Error(`Environment: missing or malformed ${name}`);
  return value;
}

function optional(env: Readonly<Record<string, string | undefined>>, name: string, form: RegExp): string {
  return env[name] ? required(env, name, form) : '';
}
