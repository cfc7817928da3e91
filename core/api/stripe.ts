import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const manage = { method: 'POST', access: 'member', channel: 'backoffice', capability: 'billing.manage' } as const;

/** The studio's account at Stripe. Its state is a synced row, `stripeAccounts`. */
export const stripe = {
  /**
   * Connects the studio: makes its account at Stripe, or continues with the one that it has. `url` is Stripe's form, to
   * which the page leads; null if nothing is missing. Failures: `card_payments_off`, `payment_unreachable`.
   */
  connect: endpoint({
    ...manage,
    path: '/api/stripe/connect',
    recentSignIn: true,
    response: z.object({ url: z.string().nullable() }),
  }),
  /** Asks Stripe for the account's state, for example after its form. */
  refresh: endpoint({ ...manage, path: '/api/stripe/refresh', recentSignIn: false, response: z.object({}) }),
  /** Ends payments by card. The account at Stripe stays the studio's own. */
  disconnect: endpoint({ ...manage, path: '/api/stripe/disconnect', recentSignIn: true, response: z.object({}) }),
  /**
   * Events of all connected accounts, signed by Stripe. Failures: `webhook_signature_invalid`, `webhook_event_invalid`,
   * and `payment_unreachable`, after which Stripe sends the event again.
   */
  webhook: endpoint({
    method: 'POST',
    path: '/api/stripe/webhook',
    access: 'anyone',
    body: 'raw',
    response: z.object({}),
  }),
};
