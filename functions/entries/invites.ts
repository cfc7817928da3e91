import * as invites from '../api/invites.ts';
import { createGroup } from '../http-api.ts';
import { OUTBOX_TRIGGER_ENV, REPORT_ENV, requireEnv } from '../lib/env.ts';
import { services } from '../lib/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv([
  'ORIGIN_SECRET',
  ...REPORT_ENV,
  'DATABASE_URL',
  'SUPABASE_URL',
  'APP_ORIGIN',
  ...OUTBOX_TRIGGER_ENV,
]);

/** Answers the endpoints of the group `invites`. */
export const handler = createGroup<'invites'>(invites, services);
