import * as payments from '../payments/handlers.ts';
import { REPORT_ENV, requireEnv } from '../platform/env.ts';
import { createGroup } from '../platform/http/router.ts';
import { services } from '../platform/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv(['ORIGIN_SECRET', ...REPORT_ENV, 'DATABASE_URL', 'SUPABASE_URL']);

/** Handles the endpoints of the group `payments`. */
export const handler = createGroup<'payments'>(payments, services);
