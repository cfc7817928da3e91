import { OUTBOX_TRIGGER_ENV } from '../platform/env.ts';
import { apiFunction } from '../platform/http/api-function.ts';
import { cardPaymentsFromEnv } from '../platform/stripe-client.ts';
import { STRIPE_ENV } from '../platform/stripe.ts';
import * as proposals from '../proposals/handlers.ts';

export const { env, handler } = apiFunction<'proposals'>(
  proposals,
  ['SUPABASE_URL', 'APP_ORIGIN', ...STRIPE_ENV, ...OUTBOX_TRIGGER_ENV],
  undefined,
  cardPaymentsFromEnv,
);
