import { meterUsage } from '../jobs/sample-usage.ts';
import { OUTBOX_TRIGGER_ENV } from '../platform/env.ts';
import { jobFunction } from '../platform/job-function.ts';

/** Runs every ten minutes, so that a failed run loses no hour. */
export const { env, handler } = jobFunction(meterUsage, ['BILLING_FROM', ...OUTBOX_TRIGGER_ENV]);
