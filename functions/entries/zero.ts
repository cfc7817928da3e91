import { OUTBOX_TRIGGER_ENV, REPORT_ENV, requireEnv } from '../platform/env.ts';
import { createGroup } from '../platform/http/router.ts';
import { services } from '../platform/services.ts';
import { mutate, query } from '../zero/handlers.ts';

/** Every variable that this function may read. */
export const env = requireEnv([
  'ORIGIN_SECRET',
  ...REPORT_ENV,
  'DATABASE_URL',
  'SUPABASE_URL',
  'ZERO_API_KEY',
  ...OUTBOX_TRIGGER_ENV,
]);

/** Handles the endpoints of the group `zero`. */
export const handler = createGroup<'zero'>({ query, mutate }, services);
