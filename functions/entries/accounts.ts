import * as accounts from '../accounts/handlers.ts';
import { OUTBOX_TRIGGER_ENV, STORAGE_ENV } from '../platform/env.ts';
import { apiFunction } from '../platform/http/api-function.ts';
import { storageFromEnv } from '../platform/storage/s3-storage.ts';

export const { env, handler } = apiFunction<'accounts'>(
  accounts,
  ['SUPABASE_URL', 'SYNC_GROUPS', ...STORAGE_ENV, ...OUTBOX_TRIGGER_ENV],
  storageFromEnv,
);
