import { BILLABLE_STATUSES } from '#core/domain/payments/billing.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { RECEIVED_STATUSES } from '#core/domain/payments/payments.ts';
import { MAX_MONEY } from '#core/domain/values/max-money.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';

/** The order that a selection's extra photos are charged to: the gallery's session's, or one of its own. */
export interface PayingOrder {
  id: string;
  sessionId: string | null;
}

/**
 * Locks and returns the order of a selection: its own, if it has one; otherwise that of the latest session of the gallery
 * that owes a price and is not waived. Null if neither exists. Lock it before the list: payments lock session or order
 * first (supabase/migrations/20261101101100_payments.sql).
 */
export async function lockPayingOrder(
  tx: Queryable,
  { accountId, galleryId, listId }: { accountId: string; galleryId: string; listId: string },
): Promise<PayingOrder | null> {
  const [own] = await tx.query<PayingOrder>(
    `select id, session_id as "sessionId" from orders where account_id = $1 and id = $2 for no key update`,
    [accountId, listId],
  );
  if (own) return own;
  const [session] = await tx.query<PayingOrder>(
    `select s.id, s.id as "sessionId"
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
  /** The person who submitted it. */
  personId: string;
  round: number;
  count: number;
  /** Minor units. */
  amount: number;
  currency: string;
}

/**
 * Charges the extra photos of a round, to the gallery's session or, without one that pays, to an order of the client who
 * submitted. What earlier rounds charged counts: only the difference is added, and a pending payment gets the new amount.
 * Money that was received is never refunded here.
 */
export async function chargeExtras(
  tx: Queryable,
  paying: PayingOrder | null,
  extras: Extras,
  now: number,
): Promise<void> {
  if (!paying && extras.amount === 0) return;
  const order = paying ?? (await insertOrder(tx, extras, now));
  const paymentId =
    order.sessionId === null ? await chargeOwnOrder(tx, extras, now) : await chargeSession(tx, order.id, extras, now);
  if (extras.amount === 0) return;
  await tx.query(
    `insert into pick_round_charges (list_id, round, account_id, extra_count, amount, currency, payment_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [extras.listId, extras.round, extras.accountId, extras.count, extras.amount, extras.currency, paymentId],
  );
}

/**
 * Inserts the order of a selection. Its client is the invited person's, the gallery's, or the one with the person's
 * address; a person whom the studio has only invited becomes a client.
 */
async function insertOrder(
  tx: Queryable,
  { accountId, galleryId, listId, personId, currency }: Extras,
  now: number,
): Promise<PayingOrder> {
  const [row] = await tx.query<{ customerId: string | null; authorId: string; name: string; email: string }>(
    `select coalesce(i.customer_id, g.customer_id, (
         select c.id from customers c where c.account_id = $1 and c.email <> '' and lower(c.email) = lower(i.email)
           and c.deleted_at is null and c.erased_at is null order by c.created_at, c.id limit 1)) as "customerId",
       g.author_id as "authorId", left(coalesce(nullif(btrim(p.name), ''), nullif(i.email, ''), g.name), 200) as name, coalesce(i.email, '') as email
     from galleries g join gallery_people p on p.account_id = g.account_id and p.gallery_id = g.id
       left join grants i on i.account_id = g.account_id and i.id = p.grant_id
     where g.account_id = $1 and g.id = $2 and p.id = $3`,
    [accountId, galleryId, personId],
  );
  const { authorId, name, email } = row!;
  const customerId = row!.customerId ?? makeId(random);
  if (row!.customerId === null) {
    await tx.query(
      `insert into customers (id, account_id, author_id, name, email, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $6)`,
      [customerId, accountId, authorId, name, email, timestamp(now)],
    );
  }
  await tx.query(
    `insert into orders (id, account_id, author_id, kind, customer_id, photographer_id, gallery_id, person_id, currency,
       created_at, updated_at)
     values ($1, $2, $3, 'gallery', $4, (
       select s.photographer_id from sessions s where s.account_id = $2 and s.gallery_id = $5 and s.deleted_at is null
       order by s.date desc, s.id limit 1), $5, $6, $7, $8, $8) on conflict (id) do nothing`,
    [listId, accountId, authorId, customerId, galleryId, personId, currency, timestamp(now)],
  );
  return { id: listId, sessionId: null };
}

/** Adds a line to an order. @param change minor units */
async function appendLine(
  tx: Queryable,
  orderId: string,
  { accountId, listId, listName }: Extras,
  change: number,
): Promise<void> {
  // A session's price holds its deposit; a plan is shortened.
  await tx.query(
    `select append_order_line(t.account_id, t.order_id, $3, $4,
       (least(greatest(t.total::bigint + $5::bigint, case when exists (select from order_instalments i where i.account_id = t.account_id and i.order_id = t.order_id)
         then 0 else coalesce(b.deposit_amount, 0) end, 0), $6::bigint) - t.total)::int)
     from order_totals t left join session_billing b on b.session_id = t.order_id
     where t.account_id = $1 and t.order_id = $2`,
    [accountId, orderId, `list:${listId}`, listName, change, MAX_MONEY],
  );
}

/**
 * Brings a selection's own order to the round's amount, less what the studio has waived, and its pending payment to what is
 * open then. @returns the pending payment's id; null if nothing is open
 */
async function chargeOwnOrder(tx: Queryable, extras: Extras, now: number): Promise<string | null> {
  const { accountId, listId } = extras;
  const [sums] = await tx.query<{ total: number; paid: number; waived: number }>(
    `select t.total, t.paid, coalesce((select sum(l.amount) from order_lines l
       where l.account_id = t.account_id and l.order_id = t.order_id and l.source = 'waived'), 0)::int as waived
     from order_totals t where t.account_id = $1 and t.order_id = $2`,
    [accountId, listId],
  );
  const { total, paid, waived } = sums!;
  // What earlier rounds were paid with a session that no longer pays for this gallery.
  const [elsewhere] = await tx.query<{ amount: number }>(
    `select coalesce(sum(p.amount), 0)::int as amount from payments p
     where p.account_id = $1 and p.order_id is distinct from $2 and p.status = any ($3) and exists (
       select from pick_round_charges c where c.list_id = $2 and c.payment_id = p.id)`,
    [accountId, listId, RECEIVED_STATUSES],
  );
  const charged = Math.max(extras.amount - elsewhere!.amount + waived, paid, 0);
  await appendLine(tx, listId, extras, charged - total);
  const [pending] = await tx.query<{ id: string }>(
    `select id from payments where account_id = $1 and order_id = $2 and status = 'pending' and purpose = 'extras'
       and refunds_payment_id is null order by created_at, id limit 1`,
    [accountId, listId],
  );
  return savePending(tx, { id: listId, pendingId: pending?.id, due: charged - paid }, extras, now);
}

/**
 * Brings a session's price and the payment of a selection to the round's amount. What the list's earlier rounds charged
 * counts: after a received payment only the difference is added. @returns the pending payment's id; null if nothing is due
 */
async function chargeSession(tx: Queryable, sessionId: string, extras: Extras, now: number): Promise<string | null> {
  const { accountId, listId, amount } = extras;
  const earlier = await tx.query<ExtraPayment>(
    `select p.id, p.amount, p.status from payments p
     where p.account_id = $1 and p.session_id = $2 and exists (
       select from pick_round_charges c where c.list_id = $3 and c.payment_id = p.id)
     order by p.created_at, p.id`,
    [accountId, sessionId, listId],
  );
  const sum = (those: readonly ExtraPayment[]) => those.reduce((total, one) => total + one.amount, 0);
  const received = sum(earlier.filter(({ status }) => (RECEIVED_STATUSES as readonly string[]).includes(status)));
  const pending = earlier.find(({ status }) => status === 'pending');
  const due = Math.max(0, amount - received);
  // The price holds every earlier payment, also one that the studio has declared void.
  await appendLine(tx, sessionId, extras, received + due - sum(earlier));
  return savePending(tx, { id: sessionId, pendingId: pending?.id, due }, extras, now);
}

/** Brings the pending payment of an order to what is due; one of nothing is void. @returns its id; null if nothing is due */
async function savePending(
  tx: Queryable,
  { id: orderId, pendingId, due }: { id: string; pendingId: string | undefined; due: number },
  { accountId, listName, currency }: Extras,
  now: number,
): Promise<string | null> {
  if (pendingId) {
    await tx.query(
      `update payments set amount = $2, status = case when $2 = 0 then 'void' else status end where id = $1`,
      [pendingId, due],
    );
    return due > 0 ? pendingId : null;
  }
  if (due === 0) return null;
  const id = makeId(random);
  await tx.query(
    `insert into payments (id, account_id, author_id, session_id, order_id, purpose, amount, currency, date, status, notes,
       created_at, updated_at)
     select $1, o.account_id, o.author_id, o.session_id, o.id, 'extras', $4, $5, $6, 'pending', $7, $6, $6
     from orders o where o.account_id = $2 and o.id = $3`,
    [id, accountId, orderId, due, currency, timestamp(now), listName],
  );
  return id;
}
