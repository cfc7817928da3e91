import * as payments from '../api/payments.ts';
import { createGroup } from '../http-api.ts';
import { REPORT_ENV, requireEnv } from '../lib/env.ts';
import { services } from '../lib/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv(['ORIGIN_SECRET', ...REPORT_ENV, 'DATABASE_URL', 'SUPABASE_URL']);

/** Answers the endpoints of the group `payments`. */
export const handler = createGroup<'payments'>(payments, services);
