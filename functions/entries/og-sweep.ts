import { sweepOgPictures } from '../jobs/og-sweep.ts';
import { jobServicesFromEnv } from '../jobs/services.ts';
import { REPORT_ENV, requireEnv } from '../lib/env.ts';

/** Every variable that this function may read. */
export const env = requireEnv([...REPORT_ENV, 'DATABASE_URL']);

const jobs = jobServicesFromEnv();

/** Runs every minute. */
export const handler = () => sweepOgPictures(jobs);
