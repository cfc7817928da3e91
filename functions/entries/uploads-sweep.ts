import { REPORT_ENV, requireEnv, STORAGE_ENV } from '../platform/env.ts';
import { withErrorReport } from '../platform/observability/report-error.ts';
import { servicesFromEnv } from '../platform/services.ts';
import { storageFromEnv } from '../platform/storage/storage.ts';
import { cleanUpUploads } from '../uploads/cleanup.ts';

/** Every variable that this function may read. */
export const env = requireEnv([...REPORT_ENV, 'DATABASE_URL', ...STORAGE_ENV]);

const services = servicesFromEnv(storageFromEnv);

/** Runs every hour. */
export const handler = withErrorReport(() => cleanUpUploads(services));
