import type { Variable } from './function-spec.ts';
import type { Queues } from './queues.ts';
import type { Secrets } from './secrets.ts';
import type { OperatorSettings } from './settings.ts';
import type { Storage } from './storage.ts';
import { pageOrigins } from './web/policies.ts';

/** Returns the values of the table's variables in this stage, except those that depend on the distribution. */
export function variables(
  operator: OperatorSettings,
  secrets: Secrets,
  { originals, renditions }: Storage,
  queues: Queues,
): Partial<Record<Variable, $util.Input<string>>> {
  return {
    APP_ORIGIN: `https://${operator.host}`,
    ARCHIVES_QUEUE_URL: queues.archives.url,
    AUTH_PROVIDERS: secrets.authProviders,
    CAPTCHA_SITE_KEY: secrets.captchaSiteKey,
    CARD_PAYMENTS: secrets.stripeSecretKey.apply((key) => (key ? 'on' : 'off')),
    CONNECT_ORIGINS: pageOrigins(operator.host, secrets, { originals, renditions }).apply((all) => all.join(' ')),
    CUSTOM_SCRIPTS: operator.customScripts,
    DEMO_GALLERY: operator.demoGallery,
    DATABASE_URL: secrets.databaseUrl,
    IMAGE_TOKEN_KEY: secrets.imageTokenKey,
    INGEST_QUEUE_URL: queues.ingest.url,
    MAIL_FROM: secrets.mailFrom,
    MAIL_URL: secrets.mailUrl,
    OPERATOR_ADDRESS: operator.address,
    OPERATOR_EMAIL: operator.email,
    OPERATOR_NAME: operator.name,
    ORIGINALS_BUCKET: originals.bucket,
    ORIGIN_SECRET: secrets.originSecret,
    OUTBOX_QUEUE_URL: queues.outbox.url,
    // Beside the bundle's code, in the function's working folder.
    PAGE_TEMPLATES_DIR: 'templates',
    POSTHOG_KEY: operator.posthogKey,
    RELEASE: operator.release,
    RENDITIONS_BUCKET: renditions.bucket,
    SENTRY_BROWSER_DSN: operator.sentryBrowserDsn,
    SENTRY_DSN: secrets.sentryDsn,
    STRIPE_SECRET_KEY: secrets.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
    SUPABASE_ANON_KEY: secrets.supabaseAnonKey,
    SUPABASE_URL: secrets.supabaseUrl,
    ZERO_API_KEY: secrets.zeroApiKey,
  };
}
