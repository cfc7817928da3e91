import type { Endpoints } from '#core/api/endpoints.ts';
import { stripe } from '#core/api/stripe.ts';
import { functionsEnvironment } from '#local/supervisor/environments.ts';
import { signPayload } from '#local/stripe/webhooks.ts';
import { type Call, type Scene, send } from './scene.ts';

/** Connects the studio to the Stripe of this machine, and completes its form there. */
export async function activateStripe(scene: Scene): Promise<void> {
  const { url } = stripe.connect.response.parse(await (await send(scene, stripe.connect)).json());
  // Null: it is complete already.
  if (url === null) return;
  await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ how: 'complete' }) });
  await send(scene, stripe.refresh);
}

export const STRIPE_CALLS = {
  connect: (scene) => send(scene, stripe.connect),
  refresh: async (scene) => {
    await activateStripe(scene);
    return send(scene, stripe.refresh);
  },
  disconnect: (scene) => send(scene, stripe.disconnect),
  webhook: ({ stage }) => {
    const { STRIPE_WEBHOOK_SECRET: secret } = functionsEnvironment(stage.deployment.installation);
    const event = { id: 'evt_1', object: 'event', type: 'account.updated', account: 'acct_0', data: { object: {} } };
    const payload = JSON.stringify(event);
    return fetch(`${stage.origin}${stripe.webhook.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signPayload(payload, secret!, Date.now()) },
      body: payload,
    });
  },
} satisfies { [N in keyof Endpoints['stripe']]: Call };
