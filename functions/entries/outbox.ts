import { createOutbox } from '../jobs/outbox-runner.ts';
import { withOutboxTrigger } from '../platform/aws/queues.ts';
import { OUTBOX_TRIGGER_ENV, REPORT_ENV, requireEnv, STORAGE_ENV } from '../platform/env.ts';
import { jobServicesFromEnv } from '../platform/job-services.ts';
import { withErrorReport } from '../platform/observability/report-error.ts';

/** Every variable that this function may read. */
export const env = requireEnv([
  ...REPORT_ENV,
  'DATABASE_URL',
  'APP_ORIGIN',
  'MAIL_URL',
  'MAIL_FROM',
  'DISTRIBUTION_ID',
  'CLOUDFRONT_ENDPOINT',
  'INGEST_QUEUE_URL',
  ...STORAGE_ENV,
  ...OUTBOX_TRIGGER_ENV,
]);

const jobs = jobServicesFromEnv();
const outbox = createOutbox(jobs);

/**
 * Runs every minute, and for each message of its queue. Its own messages trigger effects that are due before the next
 * minute.
 */
export const handler = withErrorReport(() => withOutboxTrigger(jobs, outbox));
