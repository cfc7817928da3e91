import * as me from '../me/handlers.ts';
import { OUTBOX_TRIGGER_ENV } from '../platform/env.ts';
import { apiFunction } from '../platform/http/api-function.ts';

export const { env, handler } = apiFunction<'me'>(me, ['SUPABASE_URL', 'SYNC_GROUPS', ...OUTBOX_TRIGGER_ENV]);
