import * as booking from '../booking/handlers.ts';
import { OUTBOX_TRIGGER_ENV } from '../platform/env.ts';
import { apiFunction } from '../platform/http/api-function.ts';

export const { env, handler } = apiFunction<'booking'>(booking, ['APP_ORIGIN', ...OUTBOX_TRIGGER_ENV]);
