import { close, closed, restore } from '../api/account-end.ts';
import { exportData, exportLink } from '../api/account-exports.ts';
import * as accounts from '../api/accounts.ts';
import { createGroup } from '../http-api.ts';
import { OUTBOX_TRIGGER_ENV, REPORT_ENV, requireEnv, STORAGE_ENV } from '../lib/env.ts';
import { services } from '../lib/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv([
  'ORIGIN_SECRET',
  ...REPORT_ENV,
  'DATABASE_URL',
  'SUPABASE_URL',
  ...STORAGE_ENV,
  ...OUTBOX_TRIGGER_ENV,
]);

/** Answers the endpoints of the group `accounts`. */
export const handler = createGroup<'accounts'>(
  { ...accounts, close, closed, restore, exportData, exportLink },
  services,
);
