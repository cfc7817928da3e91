import * as invites from '../galleries/invites.ts';
import { OUTBOX_TRIGGER_ENV, REPORT_ENV, requireEnv } from '../platform/env.ts';
import { createGroup } from '../platform/http/router.ts';
import { services } from '../platform/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv([
  'ORIGIN_SECRET',
  ...REPORT_ENV,
  'DATABASE_URL',
  'SUPABASE_URL',
  'APP_ORIGIN',
  ...OUTBOX_TRIGGER_ENV,
]);

/** Handles the endpoints of the group `invites`. */
export const handler = createGroup<'invites'>(invites, services);
