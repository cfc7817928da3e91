import { OUTBOX_TRIGGER_ENV, STORAGE_ENV } from '../platform/env.ts';
import { apiFunction } from '../platform/http/api-function.ts';
import { storageFromEnv } from '../platform/storage/s3-storage.ts';
import * as watermarks from '../watermarks/handlers.ts';

export const { env, handler } = apiFunction<'watermarks'>(
  watermarks,
  ['SUPABASE_URL', ...STORAGE_ENV, ...OUTBOX_TRIGGER_ENV],
  storageFromEnv,
);
