import { stripe as endpoints } from '#core/api/stripe.ts';
import { disconnectAccount, findStripeAccount, syncStripeAccount } from '../checkouts/stripe-accounts.ts';
import { hashToken } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';
import { askStripe, isStripeAccessLost, requireCards } from '../platform/stripe.ts';
import { recordSecurityEvent } from '../security/security-events.ts';

export { webhook } from './webhook.ts';

/** The page of the back office that Stripe's form leads back to. */
const SETTINGS_PATH = '/app/settings/card-payments';

export const connect = defineHandler(endpoints.connect, async ({ services, caller: { accountId, userId } }) => {
  const { db, appOrigin } = services;
  const cards = requireCards(services.cards);
  const now = services.clock();
  await limitAttempts(db, 'stripe-requests', { account: accountId }, now);
  const stripe = await cards.client();
  const recordConnection = (tx: Queryable) =>
    recordSecurityEvent(tx, { accountId, kind: 'stripe_connected', actor: { userId } }, now);
  const create = async (previous: string) => {
    const [studio] = await db.query<{ name: string }>('select name from accounts where id = $1', [accountId]);
    const name = studio?.name ?? '';
    const account = await stripe.accounts.create(
      {
        // The studio's own account: it pays Stripe's fees and has Stripe's dashboard, and Stripe asks it for documents.
        controller: {
          fees: { payer: 'account' },
          losses: { payments: 'stripe' },
          requirement_collection: 'stripe',
          stripe_dashboard: { type: 'full' },
        },
        metadata: { account: accountId, name },
      },
      { idempotencyKey: `connect-${hashToken(`${accountId} ${previous} ${name}`)}` },
    );
    await db.transaction(async (tx) => {
      await tx.query(
        `insert into stripe_accounts (account_id, author_id, stripe_id, created_at, updated_at)
         values ($1, $2, $3, $4, $4)
         on conflict (account_id) do update set stripe_id = excluded.stripe_id, status = 'incomplete',
           charges_enabled = false, due_at = null`,
        [accountId, userId, account.id, timestamp(now)],
      );
      await recordConnection(tx);
    });
  };
  const link = async () => {
    const row = (await findStripeAccount(db, accountId))!;
    if (row.status === 'disconnected') {
      await db.transaction(async (tx) => {
        await tx.query("update stripe_accounts set status = 'incomplete' where account_id = $1", [accountId]);
        await recordConnection(tx);
      });
    }
    const account = await stripe.accounts.retrieve(row.stripeId);
    await syncStripeAccount(db, cards, accountId, now);
    if (account.charges_enabled && (account.requirements?.currently_due ?? []).length === 0) return null;
    const { url } = await stripe.accountLinks.create({
      account: row.stripeId,
      type: 'account_onboarding',
      return_url: `${appOrigin}${SETTINGS_PATH}?from=stripe`,
      refresh_url: `${appOrigin}${SETTINGS_PATH}?again=1`,
    });
    return url;
  };
  const url = await askStripe(async () => {
    const row = await findStripeAccount(db, accountId);
    if (!row) await create('');
    return link().catch(async (error: unknown) => {
      // The studio removed the access at Stripe: it starts with another account.
      if (!row || !isStripeAccessLost(error)) throw error;
      await create(row.stripeId);
      return link();
    });
  });
  return { body: { url } };
});

export const refresh = defineHandler(endpoints.refresh, async ({ services, caller: { accountId } }) => {
  const cards = requireCards(services.cards);
  const now = services.clock();
  await limitAttempts(services.db, 'stripe-requests', { account: accountId }, now);
  await askStripe(() => syncStripeAccount(services.db, cards, accountId, now));
  return { body: {} };
});

export const disconnect = defineHandler(endpoints.disconnect, async ({ services, caller: { accountId, userId } }) => {
  const now = services.clock();
  await services.db.transaction(async (tx) => {
    const before = await findStripeAccount(tx, accountId);
    await disconnectAccount(tx, accountId, now);
    if (before === null || before.status === 'disconnected') return;
    await recordSecurityEvent(tx, { accountId, kind: 'stripe_disconnected', actor: { userId } }, now);
  });
  return { body: {} };
});
