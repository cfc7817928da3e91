import { cleanUpOgImages } from '../galleries/og-image-cleanup.ts';
import { withOutboxTrigger } from '../platform/aws/queues.ts';
import { OUTBOX_TRIGGER_ENV, REPORT_ENV, requireEnv } from '../platform/env.ts';
import { withErrorReport } from '../platform/observability/report-error.ts';
import { services } from '../platform/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv([...REPORT_ENV, 'DATABASE_URL', ...OUTBOX_TRIGGER_ENV]);

/** Runs every minute. */
export const handler = withErrorReport(() => withOutboxTrigger(services, () => cleanUpOgImages(services)));
