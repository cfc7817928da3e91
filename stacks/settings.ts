/*
 * Everything about a stage that somebody may want to change: place, sizes, counts, limits. Nothing in `stacks` holds
 * such a figure of its own. What differs between operators (a domain, an address) comes from their environment.
 */

export type LogRetentionDays = 7 | 30 | 90 | 365;

export interface ZeroSettings {
  /** CPU units of a task (1024 is one vCPU) and its memory in MiB; Fargate allows certain pairs only. */
  cpu: number;
  memoryMb: number;
  /** Fargate Spot: a third of the price, and a restart (seconds, nothing lost) whenever AWS wants the machine back. */
  spot: boolean;
  /**
   * 0 is a single node, which replicates and serves. From 1 on, so many view-syncers serve, and a replication manager
   * keeps the replica and its backup.
   */
  viewSyncers: number;
  /** So many view-syncers at most, when those that are there have much to do; without any it means nothing. */
  maxViewSyncers: number;
  /** Threads that serve clients, on each node that does. */
  syncWorkers: number;
}

export interface StageSettings {
  region: string;
  /** Two zones of the region, by their letter. */
  zones: readonly [string, string];
  /** The stage cannot be removed by a command. */
  protect: boolean;
  /**
   * The buckets outlive the stage, with all that is in them: a stage whose `protect` was taken back, and which is then
   * removed, leaves its photographs behind, to be deleted by hand.
   */
  keepData: boolean;
  logRetentionDays: LogRetentionDays;
  zero: ZeroSettings;
  /** Function instances kept free for the transform, so that pictures cannot starve the API; 0 shares the account's. */
  transformConcurrency: number;
  /** Originals that are taken in at a time. */
  ingestConcurrency: number;
  /** Requests a second that the API takes, and how many at once. */
  apiRate: { perSecond: number; burst: number };
  /** Requests that one address may make in five minutes, held by WAF; null is without WAF, which has a price of its own. */
  firewall: { requests: number; pictures: number } | null;
  /** Where the distribution has edges: `PriceClass_100` is Europe and North America. */
  priceClass: 'PriceClass_100' | 'PriceClass_200' | 'PriceClass_All';
  /** Versions of a replaced or deleted original are kept for so long, to undo a mistake; 0 keeps none. */
  keepDeletedOriginalsDays: number;
  /** What a month may cost before somebody is told, in US dollars: of the account where `protect`, else of the stage. */
  budgetUsd: number;
  /** A key of the stage's own for the functions' secrets; without it, AWS's. A dollar a month. */
  ownKey: boolean;
  /** X-Ray follows calls through functions: 5 USD a million of them. */
  tracing: boolean;
  /** Every alarm, three of them for each function, or the few that tell of lost work; 0.10 USD each a month. */
  alarms: 'all' | 'few';
}

const SMALL: StageSettings = {
  region: 'eu-west-1',
  zones: ['a', 'b'],
  protect: false,
  keepData: false,
  logRetentionDays: 7,
  zero: { cpu: 512, memoryMb: 2048, spot: true, viewSyncers: 0, maxViewSyncers: 0, syncWorkers: 1 },
  transformConcurrency: 0,
  ingestConcurrency: 2,
  apiRate: { perSecond: 50, burst: 100 },
  firewall: null,
  priceClass: 'PriceClass_100',
  keepDeletedOriginalsDays: 0,
  budgetUsd: 60,
  ownKey: false,
  tracing: false,
  alarms: 'few',
};

/** By stage; any other name (`dev`, `pr-12`) is small and goes away with one command. */
const STAGES: Readonly<Record<string, StageSettings>> = {
  production: {
    ...SMALL,
    protect: true,
    keepData: true,
    logRetentionDays: 90,
    zero: { cpu: 1024, memoryMb: 4096, spot: false, viewSyncers: 0, maxViewSyncers: 0, syncWorkers: 1 },
    transformConcurrency: 50,
    ingestConcurrency: 20,
    apiRate: { perSecond: 500, burst: 1000 },
    firewall: { requests: 3000, pictures: 6000 },
    priceClass: 'PriceClass_All',
    keepDeletedOriginalsDays: 30,
    budgetUsd: 400,
    ownKey: true,
    alarms: 'all',
  },
};

/** @throws Error when the name cannot be part of a host name and of the names of AWS's resources */
export function settingsFor(stage: string): StageSettings {
  if (!/^[a-z][a-z0-9-]{0,18}[a-z0-9]$/.test(stage)) {
    throw new Error(`A stage's name is 2 to 20 letters, digits and dashes, and begins with a letter: ${stage}`);
  }
  return STAGES[stage] ?? SMALL;
}

export interface OperatorSettings {
  /** The host people see: the domain itself in production, `{stage}.{domain}` elsewhere. */
  host: string;
  /** A certificate of us-east-1 for that host; null when Route 53 holds the domain, and one is made. */
  certificateArn: string | null;
  /** Who is told of alarms and of the budget. */
  alertsTo: string;
  /** What is deployed, as reports of errors name it; empty when nobody says. */
  release: string;
}

/**
 * @param env `ALBUMEN_DOMAIN`, `ALBUMEN_ALERTS_TO`, where the domain's DNS is elsewhere
 *   `ALBUMEN_CERTIFICATE_ARN`, and to name what is deployed `ALBUMEN_RELEASE`
 * @throws Error naming the variable that is missing or malformed
 */
export function operatorSettings(
  stage: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): OperatorSettings {
  const domain = required(env, 'ALBUMEN_DOMAIN', /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/);
  const alertsTo = required(env, 'ALBUMEN_ALERTS_TO', /^[^\s@]+@[^\s@]+\.[^\s@]+$/);
  const certificateArn = env['ALBUMEN_CERTIFICATE_ARN'] || null;
  const release = env['ALBUMEN_RELEASE'] ?? '';
  return { host: stage === 'production' ? domain : `${stage}.${domain}`, certificateArn, alertsTo, release };
}

/**
 * The managed policy that bounds every role of a stage: who deploys by the roles of stacks/access can make no role
 * without it, an administrator can.
 * @param env `ALBUMEN_PERMISSIONS_BOUNDARY`, its ARN, or nothing
 * @throws Error when it is malformed
 */
export function permissionsBoundary(env: Readonly<Record<string, string | undefined>> = process.env): string | null {
  const name = 'ALBUMEN_PERMISSIONS_BOUNDARY';
  return env[name] ? required(env, name, /^arn:aws[a-z-]*:iam::\d{12}:policy\/.+$/) : null;
}

function required(env: Readonly<Record<string, string | undefined>>, name: string, form: RegExp): string {
  const value = env[name];
  if (!value || !form.test(value)) throw new Error(`Environment: missing or malformed ${name}`);
  return value;
}
