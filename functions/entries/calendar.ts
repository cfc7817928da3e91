import * as calendar from '../calendar/handlers.ts';
import { apiFunction } from '../platform/http/api-function.ts';

export const { env, handler } = apiFunction<'calendar'>(calendar, ['SUPABASE_URL', 'APP_ORIGIN']);
