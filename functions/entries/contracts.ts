import { OUTBOX_TRIGGER_ENV, STORAGE_ENV } from '../platform/env.ts';
import { apiFunction } from '../platform/http/api-function.ts';
import { storageFromEnv } from '../platform/storage/s3-storage.ts';
import * as contracts from '../signing/handlers.ts';

export const { env, handler } = apiFunction<'contracts'>(
  contracts,
  ['SUPABASE_URL', ...STORAGE_ENV, ...OUTBOX_TRIGGER_ENV],
  storageFromEnv,
);
