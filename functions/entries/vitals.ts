import { publishHealthMetrics } from '../jobs/health-metrics.ts';
import { jobFunction } from '../platform/job-function.ts';

/** Runs every minute. */
export const { env, handler } = jobFunction(publishHealthMetrics, []);
