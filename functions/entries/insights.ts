import * as insights from '../insights/handlers.ts';
import { apiFunction } from '../platform/http/api-function.ts';

export const { env, handler } = apiFunction<'insights'>(insights, ['SUPABASE_URL']);
