import { REPORT_ENV, requireEnv, STORAGE_ENV } from '../lib/env.ts';

/** Every variable that this function may read. */
export const env = requireEnv([
  ...REPORT_ENV,
  'DATABASE_URL',
  'APP_ORIGIN',
  'MAIL_URL',
  'MAIL_FROM',
  'ORIGIN_SECRET',
  'PURGE_URL',
  ...STORAGE_ENV,
]);

/** Runs every minute, and as often as one likes. */
export { handler } from '../jobs/outbox.ts';
