import * as archives from '../api/archives.ts';
import { createGroup } from '../http-api.ts';
import { OUTBOX_TRIGGER_ENV, REPORT_ENV, requireEnv, STORAGE_ENV } from '../lib/env.ts';
import { services } from '../lib/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv([
  'ORIGIN_SECRET',
  ...REPORT_ENV,
  'DATABASE_URL',
  'SUPABASE_URL',
  'APP_ORIGIN',
  ...STORAGE_ENV,
  ...OUTBOX_TRIGGER_ENV,
  'ARCHIVES_QUEUE_URL',
]);

/** Answers the endpoints of the group `archives`. */
export const handler = createGroup<'archives'>(archives, services);
