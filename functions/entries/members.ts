import * as members from '../members/handlers.ts';
import { OUTBOX_TRIGGER_ENV } from '../platform/env.ts';
import { apiFunction } from '../platform/http/api-function.ts';

export const { env, handler } = apiFunction<'members'>(members, ['SUPABASE_URL', ...OUTBOX_TRIGGER_ENV]);
