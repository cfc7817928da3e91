import { parseSyncGroups } from '#core/domain/studio/sync-groups.ts';

/*
 * Written without zod, which would add half a megabyte to each cold start of the image function.
 */

/** Returns a variable's parsed value, or null if it is malformed. */
type Read = (value: string) => string | null;

const nonEmpty =
  (shortest = 1): Read =>
  (value) =>
    value.length >= shortest ? value : null;

/** An absolute URL. `use` normalises it. */
const url =
  (protocol: RegExp, use: (value: string) => string = (value) => value): Read =>
  (value) =>
    URL.canParse(value) && protocol.test(new URL(value).protocol) ? use(value) : null;

/** One value, or several separated by single spaces during a rotation: the first is current. */
const rotatingSecret =
  (read: Read): Read =>
  (value) =>
    value.split(' ').every((one) => read(one) !== null) ? value : null;

const syncGroups: Read = (value) => {
  try {
    return parseSyncGroups(value) && value;
  } catch {
    return null;
  }
};

const WEB = /^https?:$/;
const withoutSlash = (value: string) => value.replace(/\/+$/, '');

/** Every variable that a function may require. Only this file reads `process.env`. */
const REQUIRED = {
  /** Postgres, through a transaction-mode pooler when hosted. */
  DATABASE_URL: url(/^postgres(ql)?:$/),
  /** The public origin, without a trailing slash. */
  APP_ORIGIN: url(WEB, (value) => new URL(value).origin),
  /** Base URL of the auth service, which is at `/auth/v1`. */
  SUPABASE_URL: url(WEB, withoutSlash),
  SUPABASE_ANON_KEY: nonEmpty(),
  AWS_REGION: nonEmpty(),
  AWS_ACCESS_KEY_ID: nonEmpty(),
  AWS_SECRET_ACCESS_KEY: nonEmpty(),
  ORIGINALS_BUCKET: nonEmpty(3),
  RENDITIONS_BUCKET: nonEmpty(3),
  /** Signs image tokens: hex of at least 32 bytes, the same key as at the edge. May be rotating. */
  IMAGE_TOKEN_KEY: rotatingSecret((value) => (/^(?:[0-9a-f]{2}){32,}$/.test(value) ? value : null)),
  /** zero-cache's own key, sent as `X-Api-Key`. May be rotating. */
  ZERO_API_KEY: rotatingSecret(nonEmpty(16)),
  /** Secret that the distribution adds to each request as `X-Origin-Secret`. May be rotating. */
  ORIGIN_SECRET: rotatingSecret(nonEmpty(16)),
  MAIL_URL: url(/^smtps?:$/),
  MAIL_FROM: nonEmpty(3),
  /** The CloudFront distribution whose cache is purged. */
  DISTRIBUTION_ID: (value) => (/^[A-Z0-9]{1,40}$/.test(value) ? value : null),
  /** The SQS queue of the bucket's notifications about originals. */
  INGEST_QUEUE_URL: url(WEB),
  /** URL of the WebSocket API's stage, by which messages are sent. */
  LIVE_ENDPOINT: url(WEB, withoutSlash),
  /** Origins that pages may connect to beside their own, separated by spaces (content security policy). */
  CONNECT_ORIGINS: (value) => (/^(https?|wss?):\/\/[\w.:-]+( (https?|wss?):\/\/[\w.:-]+)*$/.test(value) ? value : null),
  /** Folder with the built documents. */
  PAGE_TEMPLATES_DIR: nonEmpty(),
} as const satisfies Record<string, Read>;

const OPTIONAL = {
  /** Session token of a role's temporary credentials. */
  AWS_SESSION_TOKEN: nonEmpty(),
  /** Endpoint of another S3 than the region's; its buckets are addressed by path. */
  S3_ENDPOINT: url(WEB, withoutSlash),
  /** Where unexpected errors are reported; without it they are only logged. */
  SENTRY_DSN: url(WEB),
  /** Release name in error reports. */
  RELEASE: nonEmpty(),
  /** Set by Lambda. */
  AWS_LAMBDA_FUNCTION_NAME: nonEmpty(),
  /** Set by Lambda: the lowest level of the lines that its log keeps. */
  AWS_LAMBDA_LOG_LEVEL: nonEmpty(),
  /** Endpoint of another CloudFront than Amazon's. */
  CLOUDFRONT_ENDPOINT: url(WEB, withoutSlash),
  /** The SQS queue that triggers the outbox; without it only the schedule runs. */
  OUTBOX_QUEUE_URL: url(WEB),
  /** Sign-in providers, in the order of their buttons, and `phone` with an SMS provider: `google facebook phone`. */
  AUTH_PROVIDERS: (value) => (/^(google|facebook|phone)( (google|facebook|phone))*$/.test(value) ? value : null),
  /** Turnstile's site key; without it there is no captcha. */
  CAPTCHA_SITE_KEY: (value) => (/^[\w-]{1,100}$/.test(value) ? value : null),
  /** PostHog's project key; without it no product analytics are offered. */
  POSTHOG_KEY: (value) => (/^[\w-]{1,100}$/.test(value) ? value : null),
  /** Where browsers report errors, after consent; without it they report to our own log only. */
  SENTRY_BROWSER_DSN: url(WEB),
  /** Path or URL of the gallery that the landing page shows as a demo. */
  DEMO_GALLERY: (value) => (/^(\/p\/|https:\/\/)[\w./-]+$/.test(value) ? value : null),
  /** `on` where studios can take payments by card: the pages offer it. */
  CARD_PAYMENTS: (value) => (/^(?:on|off)$/.test(value) ? value : null),
  /** The first month that studios pay for, `2027-04`; without it nothing is charged. */
  BILLING_FROM: (value) => (/^20\d\d-(0[1-9]|1[0-2])$/.test(value) ? value : null),
  /** `off` lets no studio's own script run; the operator's switch for an emergency. */
  CUSTOM_SCRIPTS: (value) => (/^(?:on|off)$/.test(value) ? value : null),
  /** The operator of this installation; the legal pages need all three. */
  OPERATOR_NAME: nonEmpty(),
  OPERATOR_ADDRESS: nonEmpty(),
  OPERATOR_EMAIL: nonEmpty(3),
  /** The configuration set of Amazon SES, by which its bounces and complaints reach us. */
  MAIL_CONFIGURATION_SET: (value) => (/^[\w-]{1,64}$/.test(value) ? value : null),
  /** Host that studios' own domains point to; without it the product offers none. */
  DOMAIN_TARGET: (value) => (/^[a-z0-9.-]{1,253}$/.test(value) ? value : null),
  /** The multi-tenant distribution of own domains, and its connection group. */
  TENANT_DISTRIBUTION_ID: (value) => (/^[A-Z0-9]{1,40}$/.test(value) ? value : null),
  CONNECTION_GROUP_ID: (value) => (/^[\w-]{1,64}$/.test(value) ? value : null),
  /** Other DNS servers than the system's: addresses with ports, separated by spaces. */
  DNS_SERVERS: nonEmpty(),
  /** Stripe's key and the secret of its webhooks, which may be rotating; without both nobody can pay by card. */
  STRIPE_SECRET_KEY: (value) => (/^(sk|rk)_[A-Za-z0-9_]+$/.test(value) ? value : null),
  STRIPE_WEBHOOK_SECRET: rotatingSecret((value) => (/^whsec_[A-Za-z0-9+/=]{16,}$/.test(value) ? value : null)),
  /** The secret of the webhook of the platform's own customers and invoices. */
  STRIPE_BILLING_SECRET: rotatingSecret((value) => (/^whsec_[A-Za-z0-9+/=]{16,}$/.test(value) ? value : null)),
  /** Another Stripe than the real one. */
  STRIPE_API_URL: url(WEB, withoutSlash),
  /** `on` lets webhooks reach this machine; only the local installation sets it. */
  WEBHOOK_LOOPBACK: (value) => (/^(?:on|off)$/.test(value) ? value : null),
  /** Groups of studios with a zero-cache each (core/domain/studio/sync-groups.ts); without it all are in one. */
  SYNC_GROUPS: syncGroups,
  /** The SQS queue that triggers the archive packer; without it only its schedule runs. */
  ARCHIVES_QUEUE_URL: url(WEB),
} as const satisfies Record<string, Read>;

type RequiredName = keyof typeof REQUIRED;
export type EnvName = RequiredName | keyof typeof OPTIONAL;
type Env<N extends EnvName> = { readonly [K in N]: K extends RequiredName ? string : string | undefined };

const VARIABLES: Readonly<Record<EnvName, Read>> = { ...REQUIRED, ...OPTIONAL };

/**
 * Returns the named variables, parsed. A function reads only those it uses, so that it has no secret it does not need.
 * @throws Error naming every missing or malformed variable, never its value
 */
export function readEnv<N extends EnvName>(
  names: readonly N[],
  source: Readonly<Record<string, string | undefined>> = process.env,
): Env<N> {
  const values: Partial<Record<EnvName, string>> = {};
  const wrong: string[] = [];
  for (const name of names) {
    // An empty variable counts as missing.
    const raw = source[name] || undefined;
    const value = raw === undefined ? undefined : VARIABLES[name](raw);
    if (value === null || (value === undefined && name in REQUIRED)) wrong.push(name);
    else if (value !== undefined) values[name] = value;
  }
  if (wrong.length > 0) throw new Error(`Environment: missing or malformed ${wrong.join(', ')}`);
  return values as Env<N>;
}

/** Variables for access to the buckets. */
export const STORAGE_ENV = [
  'AWS_REGION',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'S3_ENDPOINT',
  'ORIGINALS_BUCKET',
  'RENDITIONS_BUCKET',
] as const;

/** Variables for triggering the outbox. */
export const OUTBOX_TRIGGER_ENV = [
  'OUTBOX_QUEUE_URL',
  'AWS_REGION',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
] as const;

/** Variables of error reports. */
export const REPORT_ENV = ['SENTRY_DSN', 'RELEASE', 'AWS_LAMBDA_FUNCTION_NAME'] as const;

/**
 * Returns the distinct variables that a function may read. Checks them on load, so that an incomplete deployment fails
 * immediately instead of during a request.
 * @throws Error naming every missing or malformed variable, never its value
 */
export function requireEnv(
  names: readonly EnvName[],
  source: Readonly<Record<string, string | undefined>> = process.env,
): readonly EnvName[] {
  const once = [...new Set(names)];
  readEnv(once, source);
  return once;
}
