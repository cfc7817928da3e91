import * as payments from '../payments/handlers.ts';
import { apiFunction } from '../platform/http/api-function.ts';

export const { env, handler } = apiFunction<'payments'>(payments, ['SUPABASE_URL']);
