import { measureService } from '../jobs/measure-service.ts';
import { jobFunction } from '../platform/job-function.ts';

/** Runs every minute. */
export const { env, handler } = jobFunction(measureService, ['APP_ORIGIN', 'SYNC_GROUPS', 'ZERO_API_KEY']);
