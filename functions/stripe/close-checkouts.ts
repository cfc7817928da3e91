import { MINUTE_MS } from '#core/domain/durations.ts';
import { enqueueAll } from '../outbox/enqueue.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { Checkout } from './checkouts.ts';

/** Selects open checkouts: all of a studio, of a session, or of a slot's hold. */
export type OpenCheckouts = { accountId: string } & (
  | { sessionId?: never; holdHash?: never }
  | { sessionId: string; holdHash?: never }
  | { holdHash: string; sessionId?: never }
);

/** Has the open checkouts of a session checked: what they pay may no longer be owed. */
export async function recheckCheckouts(
  tx: Queryable,
  { accountId, sessionId }: { accountId: string; sessionId: string },
  now: number,
): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    "select id from checkouts where account_id = $1 and session_id = $2 and status = 'open'",
    [accountId, sessionId],
  );
  await enqueueChecks(tx, accountId, rows, now);
}

/**
 * Asks Stripe about an open checkout, once a minute at most, while somebody waits for its result: Stripe's report may be
 * late.
 */
export async function watchCheckout(
  db: Queryable,
  checkout: Pick<Checkout, 'id' | 'accountId' | 'status'>,
  now: number,
): Promise<void> {
  if (checkout.status === 'open') await enqueueChecks(db, checkout.accountId, [checkout], now, MINUTE_MS);
}

function enqueueChecks(
  tx: Queryable,
  accountId: string,
  rows: readonly { id: string }[],
  now: number,
  atMostEveryMs = 0,
): Promise<void> {
  const effects = rows.map(({ id }) => ({ payload: { checkoutId: id }, dedupeKey: `checkout:${id}` }));
  return enqueueAll(tx, accountId, 'stripe.checkout', effects, now, { atMostEveryMs });
}

/**
 * Gives open checkouts up: what they pay is no longer owed, or their slot is given back. The effect ends them at Stripe;
 * who pays before that gets the slot if it is still free, and the money back otherwise. Call it in the transaction of
 * the cause.
 */
export async function closeCheckouts(
  tx: Queryable,
  { accountId, sessionId, holdHash }: OpenCheckouts,
  now: number,
): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    `update checkouts set status = 'closing' where account_id = $1 and status = 'open'
       and ($2::text is null or session_id = $2) and ($3::text is null or hold_hash = $3) returning id`,
    [accountId, sessionId ?? null, holdHash ?? null],
  );
  await enqueueChecks(tx, accountId, rows, now);
}
