import * as calendar from '../calendar/handlers.ts';
import { REPORT_ENV, requireEnv } from '../platform/env.ts';
import { createGroup } from '../platform/http/router.ts';
import { services } from '../platform/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv(['ORIGIN_SECRET', ...REPORT_ENV, 'DATABASE_URL', 'SUPABASE_URL', 'APP_ORIGIN']);

/** Handles the endpoints of the group `calendar`. */
export const handler = createGroup<'calendar'>(calendar, services);
