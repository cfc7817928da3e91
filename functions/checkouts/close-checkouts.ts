import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { enqueueAll } from '../outbox/enqueue.ts';
import type { Queryable } from '../platform/db/database.ts';

/** Selects open checkouts: all of a studio, of an order, or of a slot's hold. A session's order has the session's id. */
type OpenCheckouts = { accountId: string } & (
  | { orderId?: never; holdHash?: never }
  | { orderId: string; holdHash?: never }
  | { holdHash: string; orderId?: never }
);

/** SQL: the condition of `OpenCheckouts`, with `parametersOf`. */
const OPEN = `where account_id = $1 and status = 'open'
       and ($2::text is null or order_id = $2 or session_id = $2) and ($3::text is null or hold_hash = $3)`;

const parametersOf = ({ accountId, orderId, holdHash }: OpenCheckouts) => [
  accountId,
  orderId ?? null,
  holdHash ?? null,
];

/** Options for pages on which a client waits for a payment: their polling asks Stripe once a minute. */
export const WHILE_WAITING = { atMostEveryMs: MINUTE_MS };

/**
 * Enqueues a check of open checkouts at Stripe: what they pay may no longer be owed, or Stripe's report of a payment may
 * be late.
 */
export async function recheckCheckouts(
  db: Queryable,
  checkouts: OpenCheckouts,
  now: number,
  options: { atMostEveryMs?: number } = {},
): Promise<void> {
  const rows = await db.query<{ id: string }>(`select id from checkouts ${OPEN}`, parametersOf(checkouts));
  await enqueueChecks(db, checkouts.accountId, rows, now, options);
}

/**
 * Gives open checkouts up: what they pay is no longer owed, or their slot is given back. The effect ends them at Stripe;
 * who pays before that gets the slot if it is still free, and the money back otherwise. Call it in the transaction of
 * the cause.
 */
export async function closeCheckouts(tx: Queryable, checkouts: OpenCheckouts, now: number): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    `update checkouts set status = 'closing' ${OPEN} returning id`,
    parametersOf(checkouts),
  );
  await enqueueChecks(tx, checkouts.accountId, rows, now);
}

function enqueueChecks(
  tx: Queryable,
  accountId: string,
  rows: readonly { id: string }[],
  now: number,
  options: { atMostEveryMs?: number } = {},
): Promise<void> {
  const effects = rows.map(({ id }) => ({ payload: { checkoutId: id }, dedupeKey: `checkout:${id}` }));
  return enqueueAll(tx, accountId, 'stripe.checkout', effects, now, options);
}
