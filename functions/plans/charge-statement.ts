import type Stripe from 'stripe';
import type { StatementLine } from '#core/domain/studio/prices.ts';
import { monthBounds } from '#core/domain/studio/usage.ts';
import { DAY_MS, SECOND_MS } from '#core/domain/values/durations.ts';
import { type Language, matchLanguage } from '#core/domain/values/languages.ts';
import ca from '#locales/ca/plan.json' with { type: 'json' };
import en from '#locales/en/plan.json' with { type: 'json' };
import es from '#locales/es/plan.json' with { type: 'json' };
import type { EffectRun } from '../outbox/effects.ts';
import type { Queryable } from '../platform/db/database.ts';
import { log } from '../platform/observability/telemetry.ts';
import { isStripeRefusal } from '../platform/stripe.ts';
import { formatText } from '../platform/texts.ts';
import { CHARGED_WITHIN_MS } from './statements.ts';
import { syncPlan } from './sync-plan.ts';

const TEXTS = { en, es, ca } as const;

interface Statement {
  id: string;
  accountId: string;
  month: string;
  currency: string;
  lines: StatementLine[];
  amount: number;
  stripeInvoice: string | null;
  stripeCustomer: string | null;
  language: string;
}

/**
 * Charges a statement by one invoice at Stripe, however often it is interrupted. Idempotency keys end after a day, so the
 * invoice is found by its metadata, only the one in our row is finalised, and only after it was read again:
 *
 * 1. Adopts the customer's invoice of the month, or creates a draft; stores its id where none is.
 * 2. Adds the lines to a draft that has none, in one call.
 * 3. Reads it again: with another sum than ours it is held for the operator, otherwise finalised.
 *
 * An interruption leaves at worst a draft that nobody finalises.
 */
export async function chargeStatement({ payload, jobs }: EffectRun<'statement.charge'>): Promise<void> {
  const { db, cards } = jobs;
  const statement = await findPending(db, payload.statementId);
  if (!statement || !cards) return;
  const { id, accountId, stripeCustomer, month } = statement;
  if (stripeCustomer === null) return hold(db, id, 'no_customer');
  if (jobs.clock() - monthBounds(month).end > CHARGED_WITHIN_MS) return hold(db, id, 'late');
  const stripe = await cards.client();
  try {
    const invoice = await fillDraft(stripe, statement, await findInvoice(db, stripe, statement, stripeCustomer));
    if (invoice.subtotal !== statement.amount || invoice.currency.toUpperCase() !== statement.currency) {
      return await hold(db, id, 'sum_differs');
    }
    if (invoice.status === 'draft') await stripe.invoices.finalizeInvoice(invoice.id, { auto_advance: true });
  } catch (error) {
    if (!isStripeRefusal(error)) throw error;
    // Finalised meanwhile by another run, or refused for good.
    const { stripeInvoice } = (await findPending(db, id)) ?? statement;
    const left = stripeInvoice ? await stripe.invoices.retrieve(stripeInvoice) : null;
    if (!left || left.status === 'draft') return hold(db, id, 'refused', error);
  }
  await syncPlan(db, cards, accountId, jobs.clock());
}

async function findPending(db: Queryable, id: string): Promise<Statement | undefined> {
  const [statement] = await db.query<Statement>(
    `select s.id, s.account_id as "accountId", s.month, s.currency, s.lines, s.amount,
       s.stripe_invoice as "stripeInvoice", p.stripe_customer as "stripeCustomer", a.language
     from statements s join accounts a on a.id = s.account_id join account_plans p on p.account_id = s.account_id
     where s.id = $1 and s.status = 'pending'`,
    [id],
  );
  return statement;
}

/** Leaves a statement to the operator, who is alarmed by the line in the log. */
async function hold(db: Queryable, id: string, reason: string, error?: unknown): Promise<void> {
  const [held] = await db.query(
    `update statements set status = 'held' where id = $1 and status = 'pending' returning id`,
    [id],
  );
  const code = (error as { code?: unknown } | undefined)?.code;
  if (held) log('error', 'statement_held', { statement: id, reason, ...(typeof code === 'string' && { code }) });
}

/** Returns the invoice of our row, the one at Stripe that an earlier run made, or a new draft. */
async function findInvoice(
  db: Queryable,
  stripe: Stripe,
  { id, accountId, month, currency, stripeInvoice }: Statement,
  customer: string,
): Promise<Stripe.Invoice> {
  if (stripeInvoice) return stripe.invoices.retrieve(stripeInvoice);
  const made: Stripe.Invoice[] = [];
  const since = Math.floor((monthBounds(month).end - DAY_MS) / SECOND_MS);
  for await (const invoice of stripe.invoices.list({ customer, limit: 100, created: { gte: since } })) {
    if (invoice.metadata?.['month'] === month && invoice.status !== 'void') made.push(invoice);
  }
  const adopted =
    made.find(({ status }) => status !== 'draft') ??
    made.at(-1) ??
    (await stripe.invoices.create(
      {
        customer,
        currency: currency.toLowerCase(),
        auto_advance: false,
        automatic_tax: { enabled: true },
        collection_method: 'charge_automatically',
        metadata: { account: accountId, month, statement: id },
      },
      { idempotencyKey: `invoice-${accountId}-${month}` },
    ));
  const [stored] = await db.query<{ stripeInvoice: string }>(
    `update statements set stripe_invoice = coalesce(stripe_invoice, $2) where id = $1
     returning stripe_invoice as "stripeInvoice"`,
    [id, adopted.id],
  );
  return stripe.invoices.retrieve(stored!.stripeInvoice);
}

/** Adds the lines to a draft without any, and reads the invoice again. */
async function fillDraft(stripe: Stripe, statement: Statement, invoice: Stripe.Invoice): Promise<Stripe.Invoice> {
  const { id } = invoice;
  if (invoice.status !== 'draft') return invoice;
  if (invoice.lines.data.length === 0) {
    const { start, end } = monthBounds(statement.month);
    const period = { start: start / SECOND_MS, end: end / SECOND_MS };
    const language = matchLanguage(statement.language);
    const lines = invoiceLines(statement.lines).map(({ kind, amount }) => ({
      description: describe(language, kind, statement.month),
      quantity: 1,
      period,
      price_data: {
        currency: statement.currency.toLowerCase(),
        product_data: { name: describe(language, kind, statement.month) },
        unit_amount: amount,
        tax_behavior: 'exclusive' as const,
      },
    }));
    await stripe.invoices.addLines(id, { lines }, { idempotencyKey: `lines-${id}` });
  }
  return stripe.invoices.retrieve(id);
}

/**
 * Returns the lines of an invoice: Stripe takes no negative ones, so what the cap and a credit take off is taken off what
 * was used, storage first.
 */
export function invoiceLines(lines: readonly StatementLine[]): StatementLine[] {
  let off = -lines.filter(({ amount }) => amount < 0).reduce((sum, { amount }) => sum + amount, 0);
  return lines.flatMap(({ kind, amount }) => {
    if (amount <= 0) return [];
    const taken = Math.min(off, amount);
    off -= taken;
    return amount > taken ? [{ kind, amount: amount - taken }] : [];
  });
}

function describe(language: Language, kind: StatementLine['kind'], month: string): string {
  const name = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return formatText(TEXTS[language], language, `lines.${kind}`, { month: name.format(monthBounds(month).start) });
}
