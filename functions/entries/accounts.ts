import { close, closed, restore } from '../accounts/close-account.ts';
import { exportData, exportLink } from '../accounts/export-handlers.ts';
import * as accounts from '../accounts/handlers.ts';
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
  ...STORAGE_ENV,
  ...OUTBOX_TRIGGER_ENV,
]);

const services = servicesFromEnv(storageFromEnv);

/** Handles the endpoints of the group `accounts`. */
export const handler = createGroup<'accounts'>(
  { ...accounts, close, closed, restore, exportData, exportLink },
  services,
);
