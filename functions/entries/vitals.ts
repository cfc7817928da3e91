import { publishHealthMetrics } from '../jobs/vitals.ts';
import { REPORT_ENV, requireEnv } from '../lib/env.ts';
import { withErrorReport } from '../lib/report-error.ts';
import { services } from '../lib/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv([...REPORT_ENV, 'DATABASE_URL']);

/** Runs every minute. */
export const handler = withErrorReport(() => publishHealthMetrics(services));
