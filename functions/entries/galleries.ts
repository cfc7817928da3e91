import * as galleries from '../api/galleries.ts';
import { createGroup } from '../http-api.ts';
import { OUTBOX_TRIGGER_ENV, REPORT_ENV, requireEnv } from '../lib/env.ts';
import { services } from '../lib/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv(['ORIGIN_SECRET', ...REPORT_ENV, 'DATABASE_URL', 'SUPABASE_URL', ...OUTBOX_TRIGGER_ENV]);

/** Answers the endpoints of the group `galleries`. */
export const handler = createGroup<'galleries'>(galleries, services);
