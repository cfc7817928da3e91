import * as payments from '../payments/handlers.ts';
import { STORAGE_ENV } from '../platform/env.ts';
import { apiFunction } from '../platform/http/api-function.ts';
import { storageFromEnv } from '../platform/storage/s3-storage.ts';

export const { env, handler } = apiFunction<'payments'>(payments, ['SUPABASE_URL', ...STORAGE_ENV], storageFromEnv);
