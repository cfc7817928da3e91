import { createOutbox } from '../jobs/outbox.ts';
import { jobServicesFromEnv } from '../jobs/services.ts';
import { REPORT_ENV, requireEnv, STORAGE_ENV } from '../lib/env.ts';
import { reporting } from '../lib/report-error.ts';

/** Every variable that this function may read. */
export const env = requireEnv([
  ...REPORT_ENV,
  'DATABASE_URL',
  'APP_ORIGIN',
  'MAIL_URL',
  'MAIL_FROM',
  'DISTRIBUTION_ID',
  'CLOUDFRONT_ENDPOINT',
  ...STORAGE_ENV,
]);

/** Runs every minute, and with each message of its queue. */
export const handler = reporting(createOutbox(jobServicesFromEnv()));
