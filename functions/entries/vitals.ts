import { publishHealthMetrics } from '../jobs/health-metrics.ts';
import { REPORT_ENV, requireEnv } from '../platform/env.ts';
import { withErrorReport } from '../platform/observability/report-error.ts';
import { services } from '../platform/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv([...REPORT_ENV, 'DATABASE_URL']);

/** Runs every minute. */
export const handler = withErrorReport(() => publishHealthMetrics(services));
