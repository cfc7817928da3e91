import { createGroup } from '../http-api.ts';
import { OUTBOX_TRIGGER_ENV, REPORT_ENV, requireEnv } from '../lib/env.ts';
import { services } from '../lib/services.ts';
import { mutate } from '../zero/mutate.ts';
import { query } from '../zero/query.ts';

/** Every variable that this function may read. */
export const env = requireEnv([
  'ORIGIN_SECRET',
  ...REPORT_ENV,
  'DATABASE_URL',
  'SUPABASE_URL',
  'ZERO_API_KEY',
  ...OUTBOX_TRIGGER_ENV,
]);

/** Answers the endpoints of the group `zero`. */
export const handler = createGroup<'zero'>({ query, mutate }, services);
