import { OUTBOX_TRIGGER_ENV } from '../platform/env.ts';
import { apiFunction } from '../platform/http/api-function.ts';
import { mutate } from '../zero/mutate.ts';
import { query } from '../zero/query.ts';

export const { env, handler } = apiFunction<'zero'>({ mutate, query }, [
  'SUPABASE_URL',
  'SYNC_GROUPS',
  'ZERO_API_KEY',
  ...OUTBOX_TRIGGER_ENV,
]);
