import * as galleries from '../galleries/handlers.ts';
import { OUTBOX_TRIGGER_ENV } from '../platform/env.ts';
import { apiFunction } from '../platform/http/api-function.ts';

export const { env, handler } = apiFunction<'galleries'>(galleries, ['SUPABASE_URL', ...OUTBOX_TRIGGER_ENV]);
