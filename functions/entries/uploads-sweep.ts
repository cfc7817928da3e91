import { sweepUploads } from '../jobs/uploads-sweep.ts';
import { jobServicesFromEnv } from '../jobs/services.ts';
import { REPORT_ENV, requireEnv, STORAGE_ENV } from '../lib/env.ts';

/** Every variable that this function may read. */
export const env = requireEnv([...REPORT_ENV, 'DATABASE_URL', ...STORAGE_ENV]);

const jobs = jobServicesFromEnv();

/** Runs every hour. */
export const handler = () => sweepUploads(jobs);
