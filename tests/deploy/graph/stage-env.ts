/** Example values of `sst secret` in the form that functions require. */
export const SECRETS = {
  DatabaseUrl: 'postgres://pooled:secret@db.example:6543/postgres?sslmode=verify-full&sslrootcert=database-ca.pem',
  DatabaseDirectUrl: 'postgres://direct:secret@db.example:5432/postgres?sslmode=verify-full',
  DatabaseApiPassword: 'database-api-password-new database-api-password-old',
  SupabaseUrl: 'https://project.example',
  SupabaseAnonKey: 'anon-key',
  ImageTokenKey: `${'ab'.repeat(32)} ${'cd'.repeat(32)}`,
  OriginSecret: 'origin-secret-new origin-secret-old',
  ZeroApiKey: 'zero-api-key-new zero-api-key-old',
  ZeroAdminPassword: 'zero-admin-password',
  MailUrl: 'smtps://mail:secret@email-smtp.eu-west-1.amazonaws.com',
  MailFrom: 'studio@albumen.example',
  AuthProviders: 'google facebook',
  CaptchaSiteKey: '0x4AAAAAAA',
  StripeSecretKey: 'sk_live_secretofstripe',
  StripeWebhookSecret: 'whsec_newsecretofwebhooks whsec_oldsecretofwebhooks',
  StripeBillingSecret: 'whsec_newsecretofbilling whsec_oldsecretofbilling',
  SentryDsn: 'https://key@sentry.example/1',
  OtlpHeaders: 'authorization=Basic%20secret',
} as const;

export const HOST = 'albumen.example';
export const ALERTS_TO = 'ops@albumen.example';
/** Variables of a deployment by the roles of stacks/access. */
export const BOUNDARY = 'arn:aws:iam::123456789012:policy/albumen-boundary';

/** Copy of zero-cache's image in the account's own registry. */
export const ZERO_IMAGE = `123456789012.dkr.ecr.eu-west-1.amazonaws.com/albumen/zero@sha256:${'ef'.repeat(32)}`;

/** Environment in which a deployment is started. */
export function stageEnv(secrets: Readonly<Record<string, string>> = SECRETS): Record<string, string> {
  return {
    ALBUMEN_DOMAIN: HOST,
    ALBUMEN_ALERTS_TO: ALERTS_TO,
    ALBUMEN_RELEASE: 'a1b2c3d',
    ALBUMEN_BILLING_FROM: '2027-04',
    ALBUMEN_POSTHOG_KEY: 'phc_key',
    ALBUMEN_SENTRY_BROWSER_DSN: 'https://key@o1.ingest.de.sentry.io/4711',
    ALBUMEN_ZERO_IMAGE: ZERO_IMAGE,
    ALBUMEN_METRICS_URL: 'https://otlp.example/v1/metrics',
    ALBUMEN_PERMISSIONS_BOUNDARY: BOUNDARY,
    ...Object.fromEntries(Object.entries(secrets).map(([name, value]) => [`SST_SECRET_${name}`, value])),
  };
}
