import * as me from '../me/handlers.ts';
import * as ownInvites from '../me/invites.ts';
import { OUTBOX_TRIGGER_ENV, REPORT_ENV, requireEnv } from '../platform/env.ts';
import { createGroup } from '../platform/http/router.ts';
import { services } from '../platform/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv(['ORIGIN_SECRET', ...REPORT_ENV, 'DATABASE_URL', 'SUPABASE_URL', ...OUTBOX_TRIGGER_ENV]);

/** Handles the endpoints of the group `me`. */
export const handler = createGroup<'me'>({ ...me, ...ownInvites }, services);
