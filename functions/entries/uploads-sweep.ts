import { cleanUpUploads } from '../jobs/uploads-sweep.ts';
import { REPORT_ENV, requireEnv, STORAGE_ENV } from '../lib/env.ts';
import { withErrorReport } from '../lib/report-error.ts';
import { services } from '../lib/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv([...REPORT_ENV, 'DATABASE_URL', ...STORAGE_ENV]);

/** Runs every hour. */
export const handler = withErrorReport(() => cleanUpUploads(services));
