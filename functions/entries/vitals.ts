import { publishHealthMetrics } from '../jobs/health-metrics.ts';
import { measureSync } from '../jobs/sync-canary.ts';
import { jobFunction } from '../platform/job-function.ts';

/** Runs every minute. */
export const { env, handler } = jobFunction(
  async (services) => {
    await publishHealthMetrics(services);
    await measureSync(services);
  },
  ['APP_ORIGIN', 'ZERO_API_KEY'],
);
