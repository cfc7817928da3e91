import { REPORT_ENV, requireEnv } from '../lib/env.ts';
import { services } from '../lib/services.ts';
import { createUnmatched } from '../unmatched.ts';

/** Every variable that this function may read. */
export const env = requireEnv(['ORIGIN_SECRET', ...REPORT_ENV]);

/** Answers what no endpoint does. */
export const handler = createUnmatched(services);
