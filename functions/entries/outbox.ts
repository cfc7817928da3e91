import { createOutbox } from '../jobs/outbox-runner.ts';
import { OUTBOX_TRIGGER_ENV, STORAGE_ENV } from '../platform/env.ts';
import { jobFunction } from '../platform/job-function.ts';
import { jobServicesFromEnv } from '../platform/job-services.ts';
import { STRIPE_ENV } from '../platform/stripe.ts';

/**
 * Runs every minute, and for each message of its queue. Its own messages trigger effects that are due before the next
 * minute.
 */
export const { env, handler } = jobFunction(createOutbox(jobServicesFromEnv()), [
  'APP_ORIGIN',
  'MAIL_URL',
  'MAIL_FROM',
  'MAIL_CONFIGURATION_SET',
  'DISTRIBUTION_ID',
  'CLOUDFRONT_ENDPOINT',
  'DOMAIN_TARGET',
  'TENANT_DISTRIBUTION_ID',
  'CONNECTION_GROUP_ID',
  'INGEST_QUEUE_URL',
  'LIVE_ENDPOINT',
  'ARCHIVES_QUEUE_URL',
  ...STRIPE_ENV,
  ...STORAGE_ENV,
  ...OUTBOX_TRIGGER_ENV,
]);
