/*
 * By hand and not with zod: the image function would load half a megabyte for this alone at each cold start
 * (quality.md bar 8).
 */

/** A variable's value as it is used, or null when it is malformed. */
type Read = (value: string) => string | null;

const nonEmpty =
  (shortest = 1): Read =>
  (value) =>
    value.length >= shortest ? value : null;

/** An absolute address. `use` gives it the form that it is used in. */
const url =
  (protocol: RegExp, use: (value: string) => string = (value) => value): Read =>
  (value) =>
    URL.canParse(value) && protocol.test(new URL(value).protocol) ? use(value) : null;

/** One value, or several separated by a single space while it is rotated: the first is the current one. */
const rotatingSecret =
  (read: Read): Read =>
  (value) =>
    value.split(' ').every((one) => read(one) !== null) ? value : null;

const WEB = /^https?:$/;
const withoutSlash = (value: string) => value.replace(/\/+$/, '');

/** Every variable a function may ask for. Only this file reads `process.env`. */
const REQUIRED = {
  /** Postgres, pooled in transaction mode where it is hosted. */
  DATABASE_URL: url(/^postgres(ql)?:$/),
  /** The one origin that people see, without a slash at its end. */
  APP_ORIGIN: url(WEB, (value) => new URL(value).origin),
  /** Base of the auth service; `/auth/v1` hangs below it. */
  SUPABASE_URL: url(WEB, withoutSlash),
  SUPABASE_ANON_KEY: nonEmpty(),
  AWS_REGION: nonEmpty(),
  AWS_ACCESS_KEY_ID: nonEmpty(),
  AWS_SECRET_ACCESS_KEY: nonEmpty(),
  ORIGINALS_BUCKET: nonEmpty(3),
  RENDITIONS_BUCKET: nonEmpty(3),
  /** Signs image tokens: hex of at least 32 bytes, the same key that the edge verifies with. May be rotating. */
  IMAGE_TOKEN_KEY: rotatingSecret((value) => (/^(?:[0-9a-f]{2}){32,}$/.test(value) ? value : null)),
  /** zero-cache's own key, sent as `X-Api-Key`. May be rotating. */
  ZERO_API_KEY: rotatingSecret(nonEmpty(16)),
  /** What the distribution adds to each request as `X-Origin-Secret`. May be rotating. */
  ORIGIN_SECRET: rotatingSecret(nonEmpty(16)),
  MAIL_URL: url(/^smtps?:$/),
  MAIL_FROM: nonEmpty(3),
  /** The CloudFront distribution, whose cache is purged. */
  DISTRIBUTION_ID: (value) => (/^[A-Z0-9]{1,40}$/.test(value) ? value : null),
  /** The SQS queue in which the bucket tells of originals. */
  INGEST_QUEUE_URL: url(WEB),
  /** Folder with the built `index.html` and `app.html`. */
  PAGE_TEMPLATES_DIR: nonEmpty(),
} as const satisfies Record<string, Read>;

const OPTIONAL = {
  /** Comes with a role's temporary keys. */
  AWS_SESSION_TOKEN: nonEmpty(),
  /** Another S3 than the region's; its buckets are then addressed by path. */
  S3_ENDPOINT: url(WEB, withoutSlash),
  /** Where unexpected errors are reported; without it they are only logged. */
  SENTRY_DSN: url(WEB),
  /** What is deployed, as reports of errors name it. */
  RELEASE: nonEmpty(),
  /** Lambda's own. */
  AWS_LAMBDA_FUNCTION_NAME: nonEmpty(),
  /** Another CloudFront than Amazon's. */
  CLOUDFRONT_ENDPOINT: url(WEB, withoutSlash),
  /** The SQS queue of those who have written an effect that is due; without it the outbox has its schedule alone. */
  OUTBOX_QUEUE_URL: url(WEB),
  /** Who else people may sign in with, in the order of their buttons: `google facebook`. */
  AUTH_PROVIDERS: (value) => (/^(google|facebook)( (google|facebook))*$/.test(value) ? value : null),
  /** Turnstile's public key; without it nobody is asked whether they are a person. */
  CAPTCHA_SITE_KEY: (value) => (/^[\w-]{1,100}$/.test(value) ? value : null),
  /** The SQS queue of those who ask for an archive; without it they wait for the packer's schedule. */
  ARCHIVES_QUEUE_URL: url(WEB),
} as const satisfies Record<string, Read>;

type RequiredName = keyof typeof REQUIRED;
export type EnvName = RequiredName | keyof typeof OPTIONAL;
export type Env<N extends EnvName> = { readonly [K in N]: K extends RequiredName ? string : string | undefined };

const VARIABLES: Readonly<Record<EnvName, Read>> = { ...REQUIRED, ...OPTIONAL };

/**
 * The named variables, parsed. A function asks for those it uses and no others, so that none of them runs with a
 * secret it has no business with.
 * @throws Error naming every variable that is missing or malformed, never its value.
 */
export function readEnv<N extends EnvName>(
  names: readonly N[],
  source: Readonly<Record<string, string | undefined>> = process.env,
): Env<N> {
  const values: Partial<Record<EnvName, string>> = {};
  const wrong: string[] = [];
  for (const name of names) {
    // An empty variable is one that somebody forgot to fill.
    const given = source[name] || undefined;
    const value = given === undefined ? undefined : VARIABLES[name](given);
    if (value === null || (value === undefined && name in REQUIRED)) wrong.push(name);
    else if (value !== undefined) values[name] = value;
  }
  if (wrong.length > 0) throw new Error(`Environment: missing or malformed ${wrong.join(', ')}`);
  return values as Env<N>;
}

/** What the buckets are reached with. */
export const STORAGE_ENV = [
  'AWS_REGION',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'S3_ENDPOINT',
  'ORIGINALS_BUCKET',
  'RENDITIONS_BUCKET',
] as const;

/** What who writes effects nudges the outbox with. */
export const OUTBOX_TRIGGER_ENV = [
  'OUTBOX_QUEUE_URL',
  'AWS_REGION',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
] as const;

/** Where unexpected errors are told of, and under which names. */
export const REPORT_ENV = ['SENTRY_DSN', 'RELEASE', 'AWS_LAMBDA_FUNCTION_NAME'] as const;

/**
 * The variables that a function may read, each once; looked at as soon as it loads, so that a deployment which forgot
 * one fails at once and not with somebody's call.
 * @throws Error naming every variable that is missing or malformed, never its value.
 */
export function requireEnv(
  names: readonly EnvName[],
  source: Readonly<Record<string, string | undefined>> = process.env,
): readonly EnvName[] {
  const once = [...new Set(names)];
  readEnv(once, source);
  return once;
}
