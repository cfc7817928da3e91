import * as archives from '../archives/handlers.ts';
import { OUTBOX_TRIGGER_ENV, STORAGE_ENV } from '../platform/env.ts';
import { apiFunction } from '../platform/http/api-function.ts';
import { storageFromEnv } from '../platform/storage/s3-storage.ts';

export const { env, handler } = apiFunction<'archives'>(
  archives,
  ['SUPABASE_URL', 'APP_ORIGIN', ...STORAGE_ENV, ...OUTBOX_TRIGGER_ENV, 'ARCHIVES_QUEUE_URL'],
  storageFromEnv,
);
