import { createHmac } from 'node:crypto';
import { DEMO_STUDIO } from '#local/demo/content.ts';
import { join } from 'node:path';
import { formatSyncGroups, groupSuffix, type SyncGroup } from '#core/domain/studio/sync-groups.ts';
import { MAIL_EVENTS_PATH, S3_EVENTS_PATH } from '#local/lambda/event-paths.ts';
import { ARCHIVES_QUEUE_PATH, INGEST_QUEUE_PATH, OUTBOX_QUEUE_PATH } from '#local/lambda/sqs.ts';
import { STAGE_PATH } from '#local/lambda/websocket.ts';
import { asAdmin, asApi, databaseUrl } from '#local/postgres/addresses.ts';
import { zeroCacheEnvironment } from '#local/zero-cache/environment.ts';
import { ORIGINALS_BUCKET, REGION, RENDITIONS_BUCKET, type Installation } from './installation.ts';
import { zeroPorts } from './ports.ts';
import { WEB_DIR } from './root.ts';

/** Keys of this machine's Stripe: derived, so that they stay the same without being stored. */
function stripeKeys({ originSecret }: Installation['secrets']) {
  const derived = (what: string) => createHmac('sha256', originSecret).update(what).digest('hex').slice(0, 32);
  return {
    secretKey: `sk_test_${derived('stripe key')}`,
    webhookSecret: `whsec_${derived('stripe webhook')}`,
    billingSecret: `whsec_${derived('stripe billing webhook')}`,
  };
}

type Environment = Record<string, string>;

const DISTRIBUTION_ID = 'ELOCAL';
const TENANT_DISTRIBUTION_ID = 'ETENANTS';
const CONNECTION_GROUP_ID = 'cg_local';
/** Studios' own domains point to it, as to the connection group's host. */
const DOMAIN_TARGET = 'sites.localhost';
/** Before this year's demo, so that its studios have months to pay. */
const BILLING_FROM = '2026-06';
/** Social sign-in providers; local/oauth emulates them. */
const AUTH_PROVIDERS = 'google facebook';
const MAIL_ADDRESS = 'no-reply@albumen.localhost';

export function mailEnvironment({ dataDir, ports }: Installation): Environment {
  return {
    MAIL_DIR: join(dataDir, 'mail'),
    MAIL_SMTP_PORT: String(ports.smtp),
    MAIL_WEB_PORT: String(ports.mailbox),
    MAIL_EVENTS_URL: `http://127.0.0.1:${ports.functions}${MAIL_EVENTS_PATH}`,
  };
}

export function authEnvironment({ dataDir, ports, secrets, origin, authUrl }: Installation): Environment {
  return {
    AUTH_PORT: String(ports.auth),
    AUTH_DATABASE_URL: databaseUrl(ports.postgres),
    AUTH_SITE_URL: origin,
    AUTH_EXTERNAL_URL: authUrl,
    AUTH_REDIRECT_URLS: `${origin}/**`,
    AUTH_PROVIDERS,
    AUTH_ANON_KEY: secrets.anonKey,
    AUTH_SERVICE_KEY: secrets.serviceKey,
    AUTH_KEY_FILE: join(dataDir, 'auth-key.json'),
    AUTH_SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    AUTH_MAIL_FROM: `Albumen <${MAIL_ADDRESS}>`,
  };
}

export function s3Environment({ dataDir, ports, secrets, origin }: Installation): Environment {
  return {
    S3_PORT: String(ports.s3),
    S3_DIR: join(dataDir, 's3'),
    S3_ACCESS_KEY_ID: secrets.s3AccessKeyId,
    S3_SECRET_ACCESS_KEY: secrets.s3SecretAccessKey,
    S3_REGION: REGION,
    S3_BUCKETS: `${ORIGINALS_BUCKET},${RENDITIONS_BUCKET}`,
    // As in production (keepDeletedOriginalsDays).
    S3_VERSIONED_BUCKETS: ORIGINALS_BUCKET,
    // The second: studios' own domains, whose pages fetch downloads.
    S3_CORS_ORIGINS: `${origin},http://*.localhost:${ports.edge}`,
    S3_NOTIFY_URL: `http://127.0.0.1:${ports.functions}${S3_EVENTS_PATH}`,
    S3_NOTIFY_BUCKETS: ORIGINALS_BUCKET,
  };
}

export function stripeEnvironment({ dataDir, ports, secrets, origin }: Installation): Environment {
  const { secretKey, webhookSecret, billingSecret } = stripeKeys(secrets);
  return {
    STRIPE_PORT: String(ports.stripe),
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_WEBHOOK_URL: `${origin}/api/stripe/webhook`,
    STRIPE_BILLING_SECRET: billingSecret,
    STRIPE_BILLING_URL: `${origin}/api/billing/webhook`,
    STRIPE_STATE_FILE: join(dataDir, 'stripe.json'),
  };
}

/** Environment of the functions as on Lambda (functions/platform/env.ts), and the files of the host's queues. */
export function functionsEnvironment({
  dataDir,
  ports,
  secrets,
  origin,
  authUrl,
  s3Url,
  groups,
  demo,
}: Installation): Environment {
  return {
    LAMBDA_PORT: String(ports.functions),
    LAMBDA_QUEUE_FILE: join(dataDir, 'ingest-queue.db'),
    LAMBDA_OUTBOX_QUEUE_FILE: join(dataDir, 'outbox-queue.db'),
    LAMBDA_ARCHIVES_QUEUE_FILE: join(dataDir, 'archives-queue.db'),
    LAMBDA_MAIL_QUEUE_FILE: join(dataDir, 'mail-queue.db'),
    DATABASE_URL: asApi(databaseUrl(ports.postgres)),
    APP_ORIGIN: origin,
    SUPABASE_URL: authUrl,
    SUPABASE_ANON_KEY: secrets.anonKey,
    // The embedded auth server emulates both.
    AUTH_PROVIDERS,
    ...storageEnvironment({ secrets, s3Url }),
    IMAGE_TOKEN_KEY: secrets.imageTokenKey,
    SYNC_GROUPS: formatSyncGroups(groups),
    ZERO_API_KEY: secrets.zeroApiKey,
    ORIGIN_SECRET: secrets.originSecret,
    MAIL_URL: `smtp://127.0.0.1:${ports.smtp}`,
    MAIL_FROM: MAIL_ADDRESS,
    CARD_PAYMENTS: 'on',
    STRIPE_SECRET_KEY: stripeKeys(secrets).secretKey,
    STRIPE_WEBHOOK_SECRET: stripeKeys(secrets).webhookSecret,
    STRIPE_BILLING_SECRET: stripeKeys(secrets).billingSecret,
    STRIPE_API_URL: `http://127.0.0.1:${ports.stripe}`,
    DISTRIBUTION_ID,
    CLOUDFRONT_ENDPOINT: `http://127.0.0.1:${ports.edge}`,
    DOMAIN_TARGET,
    TENANT_DISTRIBUTION_ID,
    CONNECTION_GROUP_ID,
    DNS_SERVERS: `127.0.0.1:${ports.edge}`,
    OUTBOX_QUEUE_URL: `http://127.0.0.1:${ports.functions}${OUTBOX_QUEUE_PATH}`,
    ARCHIVES_QUEUE_URL: `http://127.0.0.1:${ports.functions}${ARCHIVES_QUEUE_PATH}`,
    WEBHOOK_LOOPBACK: 'on',
    LIVE_ENDPOINT: `http://127.0.0.1:${ports.functions}${STAGE_PATH}`,
    INGEST_QUEUE_URL: `http://127.0.0.1:${ports.functions}${INGEST_QUEUE_PATH}`,
    CONNECT_ORIGINS: connectOrigins({ origin, authUrl, s3Url }),
    PAGE_TEMPLATES_DIR: WEB_DIR,
    // Where there is no demo, nothing is charged, as in an installation of one studio.
    ...(demo ? { BILLING_FROM } : {}),
    ...(demo ? { DEMO_GALLERY: `/p/${DEMO_STUDIO.slug}` } : {}),
    // As of a deployment; what browsers report stays in the edge (local/edge/reports.ts).
    POSTHOG_KEY: process.env['ALBUMEN_POSTHOG_KEY'] ?? '',
    SENTRY_BROWSER_DSN: process.env['ALBUMEN_SENTRY_BROWSER_DSN'] ?? '',
    OPERATOR_NAME: 'Albumen',
    OPERATOR_ADDRESS: 'localhost',
    OPERATOR_EMAIL: MAIL_ADDRESS,
  };
}

/** Origins that pages connect to beside their own. */
function connectOrigins({ origin, authUrl, s3Url }: Pick<Installation, 'origin' | 'authUrl' | 's3Url'>): string {
  return [origin.replace('http', 'ws'), authUrl, s3Url].join(' ');
}

/** Environment of operators' commands, such as `npm run backup`. */
export function operatorEnvironment({ ports, secrets, s3Url }: Installation): Environment {
  return {
    DATABASE_DIRECT_URL: databaseUrl(ports.postgres),
    ...storageEnvironment({ secrets, s3Url }),
  };
}

function storageEnvironment({ secrets, s3Url }: Pick<Installation, 'secrets' | 's3Url'>): Environment {
  return {
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: secrets.s3AccessKeyId,
    AWS_SECRET_ACCESS_KEY: secrets.s3SecretAccessKey,
    S3_ENDPOINT: s3Url,
    ORIGINALS_BUCKET,
    RENDITIONS_BUCKET,
  };
}

/** Returns a group's folder, which its replica and what its zero-cache writes are in. */
export const zeroFolder = ({ dataDir }: Pick<Installation, 'dataDir'>, { number }: SyncGroup): string =>
  join(dataDir, `zero${groupSuffix(number)}`);

export function zeroEnvironment(installation: Installation, group: SyncGroup): Environment {
  const { ports, secrets, groups } = installation;
  const { zeroCache, changeStreamer } = zeroPorts(ports, groups.indexOf(group));
  return zeroCacheEnvironment({
    group,
    port: zeroCache,
    changeStreamerPort: changeStreamer,
    databaseUrl: asAdmin(databaseUrl(ports.postgres)),
    replicaFile: join(zeroFolder(installation, group), 'replica.db'),
    apiOrigin: `http://127.0.0.1:${ports.edge}`,
    apiKey: secrets.zeroApiKey,
    adminPassword: secrets.zeroAdminPassword,
  });
}

export function edgeEnvironment({
  dataDir,
  ports,
  secrets,
  origin,
  authUrl,
  s3Url,
  groups,
}: Installation): Environment {
  return {
    EDGE_PORT: String(ports.edge),
    EDGE_SITE_DIR: WEB_DIR,
    EDGE_FUNCTIONS_URL: `http://127.0.0.1:${ports.functions}`,
    EDGE_ZERO_URLS: JSON.stringify(
      Object.fromEntries(
        groups.map(({ number }, at) => [
          `/zero${groupSuffix(number)}`,
          `http://127.0.0.1:${zeroPorts(ports, at).zeroCache}`,
        ]),
      ),
    ),
    EDGE_S3_ENDPOINT: s3Url,
    EDGE_S3_REGION: REGION,
    EDGE_S3_ACCESS_KEY_ID: secrets.s3AccessKeyId,
    EDGE_S3_SECRET_ACCESS_KEY: secrets.s3SecretAccessKey,
    EDGE_RENDITIONS_BUCKET: RENDITIONS_BUCKET,
    EDGE_DISTRIBUTION_ID: DISTRIBUTION_ID,
    EDGE_TENANT_DISTRIBUTION_ID: TENANT_DISTRIBUTION_ID,
    EDGE_CONNECTION_GROUP_ID: CONNECTION_GROUP_ID,
    EDGE_DOMAIN_TARGET: DOMAIN_TARGET,
    EDGE_STATE_DIR: dataDir,
    EDGE_ORIGIN_SECRET: secrets.originSecret,
    EDGE_IMAGE_TOKEN_KEYS: secrets.imageTokenKey,
    EDGE_CONNECT_ORIGINS: connectOrigins({ origin, authUrl, s3Url }),
  };
}

export function demoEnvironment(
  { ports, secrets, origin, authUrl, photos }: Installation,
  doneFile: string,
  linksFile: string,
): Environment {
  return {
    DEMO_ORIGIN: origin,
    DEMO_AUTH_URL: authUrl,
    DEMO_ANON_KEY: secrets.anonKey,
    DEMO_SERVICE_KEY: secrets.serviceKey,
    DEMO_DATABASE_URL: databaseUrl(ports.postgres),
    DEMO_DOMAIN_TARGET: DOMAIN_TARGET,
    DEMO_DONE_FILE: doneFile,
    DEMO_LINKS_FILE: linksFile,
    ...(photos === undefined ? {} : { DEMO_PHOTOS: photos }),
    // For tests: the whole demo in seconds.
    ...(process.env['ALBUMEN_DEMO_SIDE'] ? { DEMO_SIDE: process.env['ALBUMEN_DEMO_SIDE'] } : {}),
  };
}
