import type Stripe from 'stripe';
import { type Database, type Queryable, timestamp } from '../platform/db/database.ts';
import type { EffectRun } from '../outbox/effects.ts';
import type { CardPayments } from '../platform/stripe.ts';
import { updatePlan } from './update-plans.ts';

/** Statuses of statements that Stripe may still change. */
const UNSETTLED = "('pending', 'open', 'uncollectible')";

/**
 * Reads a studio's card, address and unsettled invoices at Stripe, and brings its plan up to date. Events are only a
 * reason to call it: what they say may be old.
 */
export async function syncPlan(db: Database, cards: CardPayments, accountId: string, now: number): Promise<void> {
  const [plan] = await db.query<{ customer: string | null }>(
    'select stripe_customer as customer from account_plans where account_id = $1',
    [accountId],
  );
  if (!plan?.customer) return;
  const stripe = await cards.client();
  const customer = await stripe.customers.retrieve(plan.customer, {
    expand: ['invoice_settings.default_payment_method'],
  });
  const ids = await db.query<{ invoice: string }>(
    `select stripe_invoice as invoice from statements
     where account_id = $1 and stripe_invoice is not null and status in ${UNSETTLED}`,
    [accountId],
  );
  const invoices = await Promise.all(ids.map(({ invoice }) => stripe.invoices.retrieve(invoice)));
  await db.transaction(async (tx) => {
    await tx.query('select from account_plans where account_id = $1 for update', [accountId]);
    for (const invoice of invoices) await storeInvoice(tx, invoice);
    await storeCustomer(tx, accountId, customer, now);
    await updatePlan(tx, accountId, now);
  });
}

export async function syncPlanLater({ payload, jobs }: EffectRun<'plan.sync'>): Promise<void> {
  if (jobs.cards) await syncPlan(jobs.db, jobs.cards, payload.accountId, jobs.clock());
}

/** Changes nothing of a settled statement: another run may have read the invoice later and stored it first. */
async function storeInvoice(tx: Queryable, invoice: Stripe.Invoice): Promise<void> {
  const { id, status, number, hosted_invoice_url, invoice_pdf, attempted, total, status_transitions } = invoice;
  if (status === 'draft' || status === null) return;
  const paidAt = status_transitions.paid_at;
  await tx.query(
    `update statements set status = $2, number = $3, page_url = $4, pdf_url = $5, total = $6, is_failed = $7, paid_at = $8
     where stripe_invoice = $1 and status in ${UNSETTLED}`,
    [
      id,
      status,
      number,
      hosted_invoice_url ?? null,
      invoice_pdf ?? null,
      total,
      status === 'open' && attempted,
      paidAt === null ? null : timestamp(paidAt * 1000),
    ],
  );
}

async function storeCustomer(
  tx: Queryable,
  accountId: string,
  customer: Stripe.Customer | Stripe.DeletedCustomer,
  now: number,
): Promise<void> {
  const isGone = customer.deleted === true;
  const method = isGone ? null : customer.invoice_settings.default_payment_method;
  const card = method && typeof method === 'object' ? method.card : null;
  await tx.query(
    `update account_plans set card_label = $2, has_address = $3, synced_at = $4,
       overdue_since = case when exists (select from statements
           where account_id = $1 and (is_failed or status = 'uncollectible')) then coalesce(overdue_since, $4) end
     where account_id = $1`,
    [
      accountId,
      card ? `${card.brand} ${card.last4}` : '',
      !isGone && Boolean(customer.address?.country),
      timestamp(now),
    ],
  );
}
