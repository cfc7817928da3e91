import { alarms } from './alarms.ts';
import { httpApi } from './api.ts';
import { dashboard } from './dashboard.ts';
import { foundations, type Foundations } from './foundations.ts';
import type { Variable } from './function-spec.ts';
import { type FunctionName, FUNCTIONS } from './function-table.ts';
import { type FunctionParts, functions } from './functions.ts';
import { ingestOriginals } from './images.ts';
import { startJobs } from './jobs.ts';
import { liveApi } from './live.ts';
import { mailEvents } from './mail.ts';
import { physical } from './names.ts';
import { domainTarget, tenantParts } from './own-domains.ts';
import { targets } from './rights.ts';
import { web } from './web.ts';
import { edgeKeys } from './web/keys.ts';
import { pageOrigins } from './web/policies.ts';
import { uploadSite } from './web/site.ts';
import { zeroCaches } from './zero.ts';

/** All functions but the page, which depends on the site's files, and the outbox, which depends on the distribution. */
const FIRST = (Object.keys(FUNCTIONS) as FunctionName[]).filter((name) => name !== 'page' && name !== 'outbox');

/**
 * Creates the stage and returns the values printed after a deployment. The order supports rotated secrets: the edge
 * knows a new image key before a function signs with it, and functions accept a new origin secret before the
 * distribution sends it.
 */
export async function app() {
  if ($dev) throw new Error('`sst dev` would put its own code instead of ours: `npm start` runs everything locally');
  const stage = foundations();
  const { settings, secrets, queued } = stage;
  const keys = edgeKeys(secrets);
  const target = domainTarget(settings);
  const parts: FunctionParts = {
    ...stage,
    values: { ...variables(stage), DOMAIN_TARGET: target?.host ?? '' },
    targets: targets(stage.storage, queued),
    after: keys.written,
  };
  const first = functions(FIRST, parts);
  const site = uploadSite(settings);
  const { page } = functions(['page'], { ...parts, after: [...keys.written, ...site.uploaded] });
  const api = httpApi(first, settings);
  const live = liveApi(first.live, settings);
  const zero = zeroCaches(stage, [first.zero.nodes.function]);
  const { distributionId, distributionArn, distributionHost, tenants, url } = web({
    ...stage,
    site,
    keys,
    api,
    live: live.api,
    page,
    transform: first.transform,
    zero,
    after: [...Object.values(first), page].map(({ nodes }) => nodes.function),
  });
  ingestOriginals(stage.storage.originals, queued, first.ingest, settings);
  const mail = mailEvents(first['mail-events'], queued, secrets, settings);
  const domains = tenantParts(target, tenants);
  const { outbox } = functions(['outbox'], {
    ...parts,
    values: {
      ...parts.values,
      DISTRIBUTION_ID: distributionId,
      LIVE_ENDPOINT: live.endpoint,
      MAIL_CONFIGURATION_SET: mail.configurationSet,
      ...domains.values,
    },
    targets: {
      ...parts.targets,
      distribution: distributionArn,
      connections: live.connectionsArn,
      ...domains.targets,
    },
  });
  startJobs({ ...first, outbox }, queued);
  const { originals, renditions } = stage.storage;
  const buckets = { originals: originals.bucket, renditions: renditions.bucket };
  alarms({ apiId: api.id, distributionId, buckets }, stage);
  dashboard({ apiId: api.id, distributionId, zero }, stage);
  budget(stage);
  return {
    url,
    distribution: distributionHost,
    originals: stage.storage.originals.bucket,
    renditions: stage.storage.renditions.bucket,
  };
}

/**
 * Mails the operator when a month exceeds the budget. A protected stage watches the whole account: AWS filters costs by
 * a tag only once it is activated (docs/operations.md), and until then a stage's budget would stay at zero. Other
 * stages watch their own costs, since each would exceed its budget with the account's.
 */
function budget({ settings, operator: { alertsTo } }: Foundations): void {
  const tell = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notificationType,
    threshold,
    thresholdType: 'PERCENTAGE',
    comparisonOperator: 'GREATER_THAN',
    subscriberEmailAddresses: [alertsTo],
  });
  new aws.budgets.Budget('Budget', {
    name: physical('budget'),
    budgetType: 'COST',
    timeUnit: 'MONTHLY',
    limitAmount: String(settings.budgetUsd),
    limitUnit: 'USD',
    ...(settings.protect ? {} : { costFilters: [{ name: 'TagKeyValue', values: [`user:stage$${$app.stage}`] }] }),
    notifications: [tell('ACTUAL', 80), tell('FORECASTED', 100)],
  });
}

/** Returns the values of the table's variables in this stage, except those that depend on the distribution. */
function variables({
  operator,
  secrets,
  settings,
  storage: { originals, renditions },
  queued: queues,
}: Foundations): Partial<Record<Variable, $util.Input<string>>> {
  return {
    APP_ORIGIN: `https://${operator.host}`,
    ARCHIVES_QUEUE_URL: queues.archives.url,
    AUTH_PROVIDERS: secrets.authProviders,
    CAPTCHA_SITE_KEY: secrets.captchaSiteKey,
    // Nothing is charged without the secret of Stripe's reports about it.
    BILLING_FROM: secrets.stripeBillingSecret.apply((secret) => (secret ? operator.billingFrom : '')),
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
    STRIPE_BILLING_SECRET: secrets.stripeBillingSecret,
    STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
    SUPABASE_ANON_KEY: secrets.supabaseAnonKey,
    SUPABASE_URL: secrets.supabaseUrl,
    SYNC_GROUPS: settings.zero.groups,
    ZERO_API_KEY: secrets.zeroApiKey,
  };
}
