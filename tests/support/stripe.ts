import { booking } from '#core/api/booking.ts';
import { stripe as endpoints } from '#core/api/stripe.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import type { Card, StripeEvent } from '#local/stripe/objects.ts';
import type { Onboarding } from '#local/stripe/accounts.ts';
import type { ApiStack } from './api.ts';
import type { visitor } from './booking.ts';
import type { Studio } from './studio.ts';

/** Connects a studio to Stripe as its owner does. @returns the account's id there */
export async function connectStripe(api: ApiStack, studio: Studio, how: Onboarding = 'complete'): Promise<string> {
  const as = { as: studio.owner, account: studio.id };
  (await api.call('POST', '/api/stripe/connect', as)).read(endpoints.connect);
  const { rows } = await api.db.pool.query('select stripe_id from stripe_accounts where account_id = $1', [studio.id]);
  const id = rows[0].stripe_id as string;
  if (how !== 'incomplete') api.stripe.world.onboard(id, how);
  (await api.call('POST', '/api/stripe/refresh', as)).read(endpoints.refresh);
  // The mail about it would be counted among those about payments.
  await api.db.pool.query("delete from outbox where kind = 'security.notice' and account_id = $1", [studio.id]);
  return id;
}

/** Events that Stripe has sent since the last call. */
export function takeEvents({ stripe }: ApiStack): StripeEvent[] {
  return stripe.world.state.events.splice(0);
}

/** Delivers all waiting events, in order, and runs the outbox. */
export async function deliverAll(api: ApiStack): Promise<void> {
  for (const event of takeEvents(api)) {
    const status = await api.stripe.deliver(event);
    if (status !== 200) throw new Error(`${event.type} was answered with ${status}`);
  }
  await runOutbox(api.jobs);
}

/** Pays on the page that a response redirects to. */
export function payAt({ stripe }: ApiStack, url: string, card: Card = 'works'): boolean {
  const [account, session] = new URL(url).pathname.split('/').slice(2);
  return stripe.world.pay(account!, session!, card);
}

/** Holds a slot and opens the pay page that books it. */
export async function openCheckout(
  who: ReturnType<typeof visitor>,
  slot: { sessionTypeId: string; start: number },
  client: object = {},
): Promise<{ token: string; url: string }> {
  const { token } = (await who.hold(slot.sessionTypeId, slot.start)).read(booking.hold);
  const { url } = (await who.checkout(token, slot, client)).read(booking.checkout);
  return { token, url };
}
