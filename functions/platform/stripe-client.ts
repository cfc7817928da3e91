import type Stripe from 'stripe';
import type { RotatingSecret } from './auth/secrets.ts';
import { readEnv } from './env.ts';
import { type CardPayments, STRIPE_ENV } from './stripe.ts';

/** Milliseconds per request; with one repetition it stays below the API's own limit. */
const TIMEOUT_MS = 8_000;

interface StripeSettings {
  secretKey: string;
  webhookSecret: RotatingSecret;
  billingSecret?: RotatingSecret | null | undefined;
  /** Another Stripe than the real one. */
  apiUrl?: string | undefined;
}

export function cardPayments({ secretKey, webhookSecret, billingSecret = null, apiUrl }: StripeSettings): CardPayments {
  let client: Promise<Stripe> | undefined;
  const load = async () => {
    // Loaded with the first request to Stripe: it is large, and few requests need it.
    const { default: StripeClient } = await import('stripe');
    const at = apiUrl ? new URL(apiUrl) : null;
    return new StripeClient(secretKey, {
      timeout: TIMEOUT_MS,
      maxNetworkRetries: 1,
      telemetry: false,
      ...(at && {
        host: at.hostname,
        port: at.port,
        protocol: at.protocol === 'http:' ? ('http' as const) : ('https' as const),
      }),
    });
  };
  return { webhookSecret, billingSecret, client: () => (client ??= load()) };
}

/** Returns null for an installation without keys of Stripe: no studio can take payments by card there. */
export function cardPaymentsFromEnv(): CardPayments | null {
  const env = readEnv(STRIPE_ENV);
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  const { STRIPE_BILLING_SECRET: billingSecret, STRIPE_API_URL: apiUrl } = env;
  return secretKey && webhookSecret ? cardPayments({ secretKey, webhookSecret, billingSecret, apiUrl }) : null;
}
