import { OUTBOX_TRIGGER_ENV } from '../platform/env.ts';
import { apiFunction } from '../platform/http/api-function.ts';
import * as zero from '../zero/handlers.ts';

export const { env, handler } = apiFunction<'zero'>(zero, ['SUPABASE_URL', 'ZERO_API_KEY', ...OUTBOX_TRIGGER_ENV]);
