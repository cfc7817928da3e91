import * as archives from '../archives/handlers.ts';
import { OUTBOX_TRIGGER_ENV, REPORT_ENV, requireEnv, STORAGE_ENV } from '../platform/env.ts';
import { createGroup } from '../platform/http/router.ts';
import { servicesFromEnv } from '../platform/services.ts';
import { storageFromEnv } from '../platform/storage/storage.ts';

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

const services = servicesFromEnv(storageFromEnv);

/** Handles the endpoints of the group `archives`. */
export const handler = createGroup<'archives'>(archives, services);
