import { STORAGE_ENV } from '../platform/env.ts';
import { apiFunction } from '../platform/http/api-function.ts';
import { storageFromEnv } from '../platform/storage/s3-storage.ts';
import * as uploads from '../uploads/handlers.ts';

export const { env, handler } = apiFunction<'uploads'>(uploads, ['SUPABASE_URL', ...STORAGE_ENV], storageFromEnv);
