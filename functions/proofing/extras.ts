import { BILLABLE_STATUSES } from '#core/domain/payments/billing.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { RECEIVED_STATUSES } from '#core/domain/payments/payments.ts';
import { MAX_MONEY } from '#core/domain/values/primitives.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';

/** The session that pays for a gallery's extra photos. */
export interface PayingSession {
  id: string;
  authorId: string;
  customerId: string | null;
  photographerId: string | null;
}

/**
 * Locks and returns the session whose extra photos a gallery's are: the latest of its sessions that owe a price and are
 * not waived; null without one. Lock it before the list: payments lock the session first
 * (supabase/migrations/20261101101100_payments.sql).
 */
export async function lockPayingSession(
  tx: Queryable,
  { accountId, galleryId }: { accountId: string; galleryId: string },
): Promise<PayingSession | null> {
  const [session] = await tx.query<PayingSession>(
    `select s.id, s.author_id as "authorId", s.customer_id as "customerId", s.photographer_id as "photographerId"
     from sessions s join session_billing b on b.session_id = s.id
     where s.account_id = $1 and s.gallery_id = $2 and s.deleted_at is null and s.status = any ($3) and not b.waived
     order by s.date desc nulls last, s.id limit 1 for no key update of s`,
    [accountId, galleryId, BILLABLE_STATUSES],
  );
  return session ?? null;
}

interface ExtraPayment {
  id: string;
  amount: number;
  status: string;
}

/** A submitted round's extra photos. */
export interface Extras {
  accountId: string;
  galleryId: string;
  listId: string;
  listName: string;
  round: number;
  count: number;
  /** Minor units. */
  amount: number;
  currency: string;
}

/**
 * Charges the extra photos of a round. What the list's earlier rounds charged counts: a pending payment gets the new
 * amount, and after a received one only the difference is added. The session's price rises and falls with it, so that
 * what is due stays right. Money that was received is never refunded here.
 */
export async function chargeExtras(
  tx: Queryable,
  session: PayingSession | null,
  extras: Extras,
  now: number,
): Promise<void> {
  const paymentId = session && (await savePayment(tx, session, extras, now));
  if (extras.amount === 0) return;
  await tx.query(
    `insert into pick_round_charges (list_id, round, account_id, extra_count, amount, currency, payment_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [extras.listId, extras.round, extras.accountId, extras.count, extras.amount, extras.currency, paymentId],
  );
}

/** Brings price and payment to the round's amount; returns the pending payment's id, if there is one. */
async function savePayment(
  tx: Queryable,
  session: PayingSession,
  { accountId, listId, listName, amount, currency }: Extras,
  now: number,
): Promise<string | null> {
  const earlier = await tx.query<ExtraPayment>(
    `select p.id, p.amount, p.status from payments p
     where p.account_id = $1 and p.session_id = $2 and exists (
       select from pick_round_charges c where c.list_id = $3 and c.payment_id = p.id)
     order by p.created_at, p.id`,
    [accountId, session.id, listId],
  );
  const sum = (those: readonly ExtraPayment[]) => those.reduce((total, one) => total + one.amount, 0);
  const received = sum(earlier.filter(({ status }) => (RECEIVED_STATUSES as readonly string[]).includes(status)));
  const pending = earlier.find(({ status }) => status === 'pending');
  const due = Math.max(0, amount - received);
  // The price holds every earlier payment, also one that the studio has declared void.
  const change = received + due - sum(earlier);
  await tx.query(
    `update session_billing set payment_amount = least(greatest(payment_amount + $2, deposit_amount, 0), $3)
     where session_id = $1 and $2 <> 0`,
    [session.id, change, MAX_MONEY],
  );
  if (pending) {
    // A payment of nothing is void.
    await tx.query(
      `update payments set amount = $2, status = case when $2 = 0 then 'void' else status end where id = $1`,
      [pending.id, due],
    );
    return due > 0 ? pending.id : null;
  }
  if (due === 0) return null;
  const id = makeId(random);
  await tx.query(
    `insert into payments (id, account_id, author_id, session_id, customer_id, photographer_id, purpose, amount, currency,
       date, status, notes, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 'extras', $7, $8, $9, 'pending', $10, $9, $9)`,
    [
      id,
      accountId,
      session.authorId,
      session.id,
      session.customerId,
      session.photographerId,
      due,
      currency,
      timestamp(now),
      listName,
    ],
  );
  return id;
}
