import { transformFromEnv } from '../images/transform.ts';
import { REPORT_ENV, requireEnv, STORAGE_ENV } from '../platform/env.ts';

/** Every variable that this function may read. */
export const env = requireEnv(['ORIGIN_SECRET', ...REPORT_ENV, ...STORAGE_ENV]);

/** Returns a rendition that is not in the bucket yet. */
export const handler = transformFromEnv();
