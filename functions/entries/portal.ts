import { OUTBOX_TRIGGER_ENV, STORAGE_ENV } from '../platform/env.ts';
import { apiFunction } from '../platform/http/api-function.ts';
import { storageFromEnv } from '../platform/storage/s3-storage.ts';
import * as portal from '../portal/handlers.ts';

export const { env, handler } = apiFunction<'portal'>(
  portal,
  ['SUPABASE_URL', 'APP_ORIGIN', 'IMAGE_TOKEN_KEY', ...STORAGE_ENV, ...OUTBOX_TRIGGER_ENV],
  storageFromEnv,
);
