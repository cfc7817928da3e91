import * as integrations from '../integrations/handlers.ts';
import { OUTBOX_TRIGGER_ENV } from '../platform/env.ts';
import { apiFunction } from '../platform/http/api-function.ts';

export const { env, handler } = apiFunction<'integrations'>(integrations, [
  'SUPABASE_URL',
  'APP_ORIGIN',
  ...OUTBOX_TRIGGER_ENV,
]);
