import type Stripe from 'stripe';
import type { StripeStatus } from '#core/domain/payments/card-payments.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { type CardPayments, isStripeAccessLost } from '../platform/stripe.ts';
import { closeCheckouts } from './close-checkouts.ts';

interface StripeAccountRow {
  accountId: string;
  stripeId: string;
  status: StripeStatus;
  updatedAt: number;
}

/** Returns a studio's account at Stripe; null if it was never connected. */
export async function findStripeAccount(db: Queryable, accountId: string): Promise<StripeAccountRow | null> {
  const [row] = await db.query<StripeAccountRow>(
    `select account_id as "accountId", stripe_id as "stripeId", status, updated_at as "updatedAt"
     from stripe_accounts where account_id = $1`,
    [accountId],
  );
  return row ?? null;
}

/** Returns the id of the account at Stripe that takes a studio's payments by card; null if it takes none. */
export async function findActiveAccount(db: Queryable, accountId: string): Promise<string | null> {
  const row = await findStripeAccount(db, accountId);
  return row?.status === 'active' ? row.stripeId : null;
}

/** Derives our status from what Stripe says. */
function statusOf({ charges_enabled, details_submitted, requirements }: Stripe.Account): StripeStatus {
  if (charges_enabled) return 'active';
  if (!details_submitted) return 'incomplete';
  const reason = requirements?.disabled_reason ?? '';
  if (reason.startsWith('rejected.')) return 'rejected';
  const isAsked = (requirements?.past_due?.length ?? 0) + (requirements?.currently_due?.length ?? 0) > 0;
  return isAsked || reason === 'action_required.requested_capabilities' ? 'restricted' : 'review';
}

/** Attempts to write what was read while other reads of the same account write. */
const MAX_READS = 5;

/**
 * Reads a studio's account at Stripe and stores its state. Two reads at the same time may answer in either order, so a
 * read counts only if no other one was stored since it began.
 * @throws errors of Stripe's client
 */
export async function syncStripeAccount(
  db: Queryable,
  cards: CardPayments,
  accountId: string,
  now: number,
): Promise<void> {
  const stripe = await cards.client();
  for (let read = 0; read < MAX_READS; read++) {
    const row = await findStripeAccount(db, accountId);
    if (!row || row.status === 'disconnected') return;
    const account = await stripe.accounts.retrieve(row.stripeId).catch((error: unknown) => {
      if (isStripeAccessLost(error)) return null;
      throw error;
    });
    if (!account) return disconnectAccount(db, accountId, now);
    const status = statusOf(account);
    const deadline = account.requirements?.current_deadline;
    const stored = await db.query(
      `update stripe_accounts set status = $3, charges_enabled = $4, due_at = $5,
         updated_at = greatest($6, updated_at + interval '1 ms')
       where account_id = $1 and stripe_id = $2 and updated_at = $7 and status <> 'disconnected' returning account_id`,
      [
        accountId,
        row.stripeId,
        status,
        account.charges_enabled,
        deadline ? timestamp(deadline * 1000) : null,
        timestamp(now),
        timestamp(row.updatedAt),
      ],
    );
    if (stored.length > 0) return;
  }
}

/** Ends payments by card: no new checkouts, and the open ones are given up. */
export async function disconnectAccount(tx: Queryable, accountId: string, now: number): Promise<void> {
  await tx.query(
    `update stripe_accounts set status = 'disconnected', charges_enabled = false, due_at = null where account_id = $1`,
    [accountId],
  );
  await closeCheckouts(tx, { accountId }, now);
}
