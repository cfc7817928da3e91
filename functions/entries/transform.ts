import { transformFromEnv } from '../images/transform.ts';
import { REPORT_ENV, requireEnv, STORAGE_ENV } from '../platform/env.ts';

/** Every variable that this function may read. */
export const env = requireEnv(['ORIGIN_SECRET', ...REPORT_ENV, ...STORAGE_ENV]);

/** Answers a rendition that the bucket does not have yet. */
export const handler = transformFromEnv();
