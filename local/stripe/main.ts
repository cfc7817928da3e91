import { z } from 'zod';
import { startStripe } from './server.ts';

const environment = z
  .object({
    STRIPE_PORT: z.coerce.number().int().min(1).max(65_535),
    STRIPE_SECRET_KEY: z.string().min(1),
    STRIPE_WEBHOOK_SECRET: z.string().min(1),
    STRIPE_WEBHOOK_URL: z.url(),
    STRIPE_BILLING_SECRET: z.string().min(1),
    STRIPE_BILLING_URL: z.url(),
    STRIPE_STATE_FILE: z.string().min(1),
  })
  .parse(process.env);

const stripe = await startStripe({
  port: environment.STRIPE_PORT,
  secretKey: environment.STRIPE_SECRET_KEY,
  webhook: { url: environment.STRIPE_WEBHOOK_URL, secret: environment.STRIPE_WEBHOOK_SECRET },
  billingWebhook: { url: environment.STRIPE_BILLING_URL, secret: environment.STRIPE_BILLING_SECRET },
  file: environment.STRIPE_STATE_FILE,
});
console.log(`stripe ${stripe.url}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stripe.close().then(() => process.exit(0)));
}
