import { REPORT_ENV, requireEnv } from '../platform/env.ts';
import { createUnmatched } from '../platform/http/unmatched.ts';
import { services } from '../platform/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv(['ORIGIN_SECRET', ...REPORT_ENV]);

/** Answers API paths without an endpoint. */
export const handler = createUnmatched(services);
