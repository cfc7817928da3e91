import type { Context } from 'aws-lambda';
import { createArchivePacker } from '../archives/packer-job.ts';
import { withOutboxTrigger } from '../platform/aws/queues.ts';
import { OUTBOX_TRIGGER_ENV, REPORT_ENV, requireEnv, STORAGE_ENV } from '../platform/env.ts';
import { withErrorReport } from '../platform/observability/report-error.ts';
import { servicesFromEnv } from '../platform/services.ts';
import { storageFromEnv } from '../platform/storage/storage.ts';

/** Every variable that this function may read. */
export const env = requireEnv([...REPORT_ENV, 'DATABASE_URL', ...STORAGE_ENV, ...OUTBOX_TRIGGER_ENV]);

const services = servicesFromEnv(storageFromEnv);
const pack = createArchivePacker(services);

/** Runs every minute, and for each message of its queue. */
export const handler = withErrorReport((event: unknown, context: Context) =>
  withOutboxTrigger(services, () => pack(event, context)),
);
