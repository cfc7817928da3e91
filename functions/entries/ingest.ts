import { ingestFromEnv } from '../images/ingest.ts';
import { REPORT_ENV, requireEnv, STORAGE_ENV } from '../lib/env.ts';

/** Every variable that this function may read. */
export const env = requireEnv([...REPORT_ENV, 'DATABASE_URL', ...STORAGE_ENV]);

/** Takes in the originals that the bucket's events tell of. */
export const handler = ingestFromEnv();
