import * as me from '../api/me.ts';
import * as ownInvites from '../api/own-invites.ts';
import { createGroup } from '../http-api.ts';
import { OUTBOX_TRIGGER_ENV, REPORT_ENV, requireEnv } from '../lib/env.ts';
import { services } from '../lib/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv(['ORIGIN_SECRET', ...REPORT_ENV, 'DATABASE_URL', 'SUPABASE_URL', ...OUTBOX_TRIGGER_ENV]);

/** Answers the endpoints of the group `me`. */
export const handler = createGroup<'me'>({ ...me, ...ownInvites }, services);
