import { randomBytes } from 'node:crypto';
import { type EnvName, readEnv } from '#functions/platform/env.ts';

/** One of a stage's SST secrets. */
export interface StageSecret {
  name: string;
  /** Description for the operator. */
  about: string;
  /** Generates a random value; only for secrets that are ours to define. */
  generate?: () => string;
  /** True if it may be empty. */
  optional?: boolean;
  /** True if it holds several values during a rotation, the current one first. */
  rotates?: boolean;
  isWellFormed: (value: string) => boolean;
}

/** Validates a value with the functions' own rule for the variable, so that both refuse the same. */
const asVariable = (name: EnvName) => (value: string) => {
  try {
    readEnv([name], { [name]: value });
    return true;
  } catch {
    return false;
  }
};

/** Requires TLS with certificate verification in the address: drivers do neither by default. */
const overTls = (value: string) =>
  asVariable('DATABASE_URL')(value) && new URL(value).searchParams.get('sslmode') === 'verify-full';

/**
 * 32 bytes, the length of the hash that the keys are used with. Hexadecimal: zero-cache passes its environment to its
 * workers as arguments, and would parse a leading hyphen as an option.
 */
const random = () => randomBytes(32).toString('hex');

/** All secrets of a stage; stacks/secrets.ts reads the same names. */
export const STAGE_SECRETS: readonly StageSecret[] = [
  {
    name: 'ImageTokenKey',
    about: 'Signs image tokens.',
    generate: random,
    rotates: true,
    isWellFormed: asVariable('IMAGE_TOKEN_KEY'),
  },
  {
    name: 'OriginSecret',
    about: 'Tells functions that a request came through the distribution.',
    generate: random,
    rotates: true,
    isWellFormed: asVariable('ORIGIN_SECRET'),
  },
  {
    name: 'ZeroApiKey',
    about: 'Tells functions that a request came from zero-cache.',
    generate: random,
    rotates: true,
    isWellFormed: (value) => asVariable('ZERO_API_KEY')(value) && !/(^|\s)-/.test(value),
  },
  {
    name: 'ZeroAdminPassword',
    about: 'Opens the inspector of zero-cache.',
    generate: random,
    isWellFormed: (value) => /^[^\s-]\S{15,}$/.test(value),
  },
  {
    name: 'DatabaseApiPassword',
    about: 'With it functions sign in to the database, as a role that may read and write rows only.',
    generate: random,
    rotates: true,
    isWellFormed: (value) => /^[\w-]{16,}( [\w-]{16,})*$/.test(value),
  },
  {
    name: 'DatabaseUrl',
    about:
      'Supabase, Connect, Transaction pooler (port 6543): postgres://postgres.<ref>:<password>@<pooler host>:6543/postgres?sslmode=verify-full&sslrootcert=database-ca.pem (Supabase’s authorities lie beside each function’s code; leave sslrootcert out for a database with a public certificate)',
    isWellFormed: overTls,
  },
  {
    name: 'DatabaseDirectUrl',
    about:
      'Supabase, Connect, Direct connection (port 5432): postgres://postgres:<password>@db.<ref>.supabase.co:5432/postgres?sslmode=verify-full',
    isWellFormed: (value) => overTls(value) && new URL(value).port !== '6543',
  },
  {
    name: 'SupabaseUrl',
    about: 'Supabase, Data API: https://<ref>.supabase.co',
    isWellFormed: asVariable('SUPABASE_URL'),
  },
  {
    name: 'SupabaseAnonKey',
    about: 'Supabase, API keys: the publishable (anon) key. Never the secret one: browsers see it.',
    isWellFormed: (value) => asVariable('SUPABASE_ANON_KEY')(value) && !isSecretKey(value),
  },
  {
    name: 'MailUrl',
    about: 'The mail service: smtps://<user>:<password>@<host>:465',
    isWellFormed: asVariable('MAIL_URL'),
  },
  {
    name: 'MailFrom',
    about: 'Who mails come from, at a domain that the mail service has verified: Albumen <hello@example.com>',
    isWellFormed: (value) => asVariable('MAIL_FROM')(value) && /[^\s@<]@[^\s@>]+\.[^\s@>]+>?$/.test(value),
  },
  {
    name: 'AuthProviders',
    about: 'Who else people may sign in with, as `npm run migrate -- --auth` switches them on: google facebook phone',
    optional: true,
    isWellFormed: asVariable('AUTH_PROVIDERS'),
  },
  {
    name: 'CaptchaSiteKey',
    about: 'Turnstile’s site key; set it together with AUTH_CAPTCHA_SECRET, or nobody can sign in.',
    optional: true,
    isWellFormed: asVariable('CAPTCHA_SITE_KEY'),
  },
  {
    name: 'StripeSecretKey',
    about: 'Stripe’s secret key of the platform, for payments by card; leave it out to have none: sk_live_…',
    optional: true,
    isWellFormed: asVariable('STRIPE_SECRET_KEY'),
  },
  {
    name: 'StripeWebhookSecret',
    about: 'Signs Stripe’s webhooks of connected accounts; set it together with StripeSecretKey: whsec_…',
    optional: true,
    rotates: true,
    isWellFormed: asVariable('STRIPE_WEBHOOK_SECRET'),
  },
  {
    name: 'StripeBillingSecret',
    about: 'Signs Stripe’s webhooks of what studios pay for the product; leave it out to charge nothing: whsec_…',
    optional: true,
    rotates: true,
    isWellFormed: asVariable('STRIPE_BILLING_SECRET'),
  },
  {
    name: 'SentryDsn',
    about: 'Where unexpected errors are reported; leave it out to have them in the logs alone.',
    optional: true,
    isWellFormed: asVariable('SENTRY_DSN'),
  },
  {
    name: 'OtlpHeaders',
    about: 'Headers with which zero-cache sends metrics to ALBUMEN_METRICS_URL: authorization=Basic%20<base64>',
    optional: true,
    isWellFormed: (value) => /^[\w-]+=[^\s,]+(,[\w-]+=[^\s,]+)*$/.test(value),
  },
];

/** True for a key with full access: `sb_secret_…`, or a token with the role service_role. */
function isSecretKey(key: string): boolean {
  const claims = Buffer.from(key.split('.')[1] ?? '', 'base64url').toString();
  return key.startsWith('sb_secret_') || /"role"\s*:\s*"service_role"/.test(claims);
}

/** Returns the problems of a stage's secrets, one per line, without values. */
export function secretProblems(values: ReadonlyMap<string, string>): string[] {
  return STAGE_SECRETS.flatMap(({ name, about, optional, isWellFormed }) => {
    const value = values.get(name) ?? '';
    if (value === '') return optional ? [] : [`the secret ${name} is not set`];
    return isWellFormed(value) ? [] : [`the secret ${name} is malformed. ${about}`];
  });
}
