import { createPage } from '../page/handler.ts';
import { pageOptionsFromEnv } from '../page/options.ts';
import { REPORT_ENV, requireEnv } from '../platform/env.ts';
import { services } from '../platform/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv([
  'ORIGIN_SECRET',
  ...REPORT_ENV,
  'DATABASE_URL',
  'APP_ORIGIN',
  'PAGE_TEMPLATES_DIR',
  'SUPABASE_URL',
  'SUPABASE_ANON_KEY',
  'AUTH_PROVIDERS',
  'CAPTCHA_SITE_KEY',
  'POSTHOG_KEY',
  'SENTRY_BROWSER_DSN',
  'CARD_PAYMENTS',
  'BILLING_FROM',
  'CONNECT_ORIGINS',
  'DOMAIN_TARGET',
]);

/** Handles every path that no other behaviour matches. */
export const handler = createPage(services, pageOptionsFromEnv());
