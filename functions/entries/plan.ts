import { OUTBOX_TRIGGER_ENV } from '../platform/env.ts';
import { apiFunction } from '../platform/http/api-function.ts';
import { cardPaymentsFromEnv } from '../platform/stripe-client.ts';
import { STRIPE_ENV } from '../platform/stripe.ts';
import * as plan from '../plans/handlers.ts';

export const { env, handler } = apiFunction<'plan'>(
  plan,
  ['APP_ORIGIN', 'SUPABASE_URL', 'BILLING_FROM', ...STRIPE_ENV, ...OUTBOX_TRIGGER_ENV],
  undefined,
  cardPaymentsFromEnv,
);
