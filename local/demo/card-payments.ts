import { stripe } from '#core/api/stripe.ts';
import type { ProductApi } from './product-api.ts';

/** Connects the demo studio to the Stripe of this machine, whose form it completes. */
export async function connectStripe(api: ProductApi): Promise<void> {
  const { url } = await api.call(stripe.connect, {});
  // Null: it was connected by an earlier start.
  if (url === null) return;
  await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ how: 'complete' }) });
  await api.call(stripe.refresh, {});
}
