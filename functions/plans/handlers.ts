import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { plan as endpoints, type StudioPlan } from '#core/api/plan.ts';
import { PLAN_LIMITS, planLimits } from '#core/domain/studio/plan-limits.ts';
import {
  monthCap,
  nextStateAt,
  offeredPrices,
  planPrices,
  type PlanTerms,
  pricesBegin,
} from '#core/domain/studio/plan.ts';
import { pricesOfVersion } from '#core/domain/studio/prices.ts';
import { monthOf } from '#core/domain/studio/usage.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';
import { log } from '../platform/observability/telemetry.ts';
import type { Services } from '../platform/services.ts';
import { verifyEvent } from '../platform/stripe-event.ts';
import { askStripe, requireCards } from '../platform/stripe.ts';
import { readPlans } from './plan-rows.ts';
import { syncPlan } from './sync-plan.ts';
import { addPlans, updatePlan } from './update-plans.ts';

/** The page of the back office that Stripe's page leads back to. */
const PLAN_PATH = '/app/settings/usage';

/** Runs a change of a studio's plan, which is made first if it is missing, and brings the plan up to date. */
async function changePlan(
  { db, clock, billingFrom }: Services,
  accountId: string,
  change: (tx: Queryable, now: number) => Promise<void>,
): Promise<StudioPlan> {
  const now = clock();
  if (billingFrom === null || monthOf(now) < billingFrom) throw new AppError('not_found');
  return db.transaction(async (tx) => {
    await addPlans(tx, billingFrom, now, accountId);
    // First: a new month begins with what was chosen until now.
    await updatePlan(tx, accountId, now);
    await change(tx, now);
    await updatePlan(tx, accountId, now);
    return readPlan(tx, accountId, now);
  });
}

/** @throws AppError `not_found` without a plan */
async function readPlan(db: Queryable, accountId: string, now: number): Promise<StudioPlan> {
  const month = monthOf(now);
  const [stored] = await readPlans(db, { accountId, month });
  if (!stored) throw new AppError('not_found');
  const prices = planPrices(stored, month);
  const offered = offeredPrices(stored, month);
  const begin = stored.prices === null ? month : pricesBegin(offered, stored.noticed[offered] ?? 0);
  return {
    state: stored.state,
    nextStateAt: nextStateAt(stored),
    currency: prices.currency,
    cap: stored.cap,
    monthCap: monthCap(stored),
    month,
    used: stored.month === month ? stored.spent : 0,
    isCapped: stored.isCapped,
    credit: stored.credit,
    card: stored.cardLabel,
    hasAddress: stored.hasAddress,
    prices: stored.prices,
    offered,
    offeredFrom: offered === prices.version || stored.prices === null ? null : begin > month ? begin : month,
    pricesEndAt: stored.pricesEndAt,
    free: prices.free,
    limits: planLimits(stored.state, stored.limits)!,
    exceptions: PLAN_LIMITS.filter((limit) => limit in stored.limits),
    statements: await db.query(
      `select month, amount, total, currency, coalesce((select -sum((l ->> 'amount')::integer)
           from jsonb_array_elements(lines) l where l ->> 'kind' = 'credit'), 0)::integer as credit, status, is_failed as "isFailed", paid_at as "paidAt", number,
         page_url as "pageUrl", pdf_url as "pdfUrl"
       from statements where account_id = $1 order by month desc`,
      [accountId],
    ),
  };
}

export const portal = defineHandler(endpoints.portal, async ({ services, caller: { accountId } }) => {
  const { db, clock, appOrigin } = services;
  const now = clock();
  await changePlan(services, accountId, () => Promise.resolve());
  const cards = requireCards(services.cards);
  await limitAttempts(db, 'stripe-requests', { account: accountId }, now);
  const url = await askStripe(async () => {
    const stripe = await cards.client();
    const customer = await findOrCreateCustomer(db, stripe, accountId);
    const session = await stripe.billingPortal.sessions.create({
      customer,
      return_url: `${appOrigin}${PLAN_PATH}?from=stripe`,
    });
    return session.url;
  });
  return { body: { url } };
});

/** A customer whose id was lost has neither card nor invoices. */
async function findOrCreateCustomer(db: Queryable, stripe: Stripe, accountId: string): Promise<string> {
  const [row] = await db.query<{ customer: string | null; name: string; email: string | null }>(
    `select p.stripe_customer as customer, a.name, (select m.email from account_members m
       where m.account_id = a.id and m.role = 'owner' and m.email <> '' order by m.created_at limit 1) as email
     from account_plans p join accounts a on a.id = p.account_id where p.account_id = $1`,
    [accountId],
  );
  if (!row) throw new AppError('not_found');
  if (row.customer) return row.customer;
  const made = await stripe.customers.create(
    { name: row.name, ...(row.email && { email: row.email }), metadata: { account: accountId } },
    { idempotencyKey: `customer-${accountId}` },
  );
  const [stored] = await db.query<{ customer: string }>(
    `update account_plans set stripe_customer = coalesce(stripe_customer, $2) where account_id = $1
     returning stripe_customer as customer`,
    [accountId, made.id],
  );
  return stored!.customer;
}

export const refresh = defineHandler(endpoints.refresh, async ({ services, caller: { accountId } }) => {
  const { db, clock } = services;
  const cards = requireCards(services.cards);
  const now = clock();
  await limitAttempts(db, 'stripe-requests', { account: accountId }, now);
  await askStripe(() => syncPlan(db, cards, accountId, now));
  return { body: await readPlan(db, accountId, now) };
});

/**
 * An event is only a reason to read the customer and its invoices again. Events of unknown customers, and of what else
 * the operator sells, change nothing.
 */
export const webhook = defineHandler(endpoints.webhook, async ({ services, request }) => {
  const { db, clock } = services;
  const { billingSecret, ...cards } = requireCards(services.cards);
  if (billingSecret === null) throw new AppError('card_payments_off');
  const stripe = await cards.client();
  const now = clock();
  const signature = request.headers['stripe-signature'] ?? '';
  const event = verifyEvent(stripe, Buffer.from(request.bytes), signature, billingSecret, now);
  const { id, object, customer } = event.data.object;
  if (event.type === 'charge.dispute.created') log('error', 'billing_disputed', { dispute: String(id) });
  const [plan] = await db.query<{ accountId: string }>(
    'select account_id as "accountId" from account_plans where stripe_customer = $1',
    [String(object === 'customer' ? id : customer)],
  );
  if (plan) await askStripe(() => syncPlan(db, { billingSecret, ...cards }, plan.accountId, now));
  return { body: {} };
});

export const read = defineHandler(endpoints.read, async ({ services, caller: { accountId } }) => ({
  body: await readPlan(services.db, accountId, services.clock()),
}));

export const setCap = defineHandler(endpoints.setCap, async ({ services, caller: { accountId }, body }) => ({
  body: await changePlan(services, accountId, async (tx) => {
    // Brought up to date before: a lower cap never takes back what the month has cost already.
    const [plan] = await tx.query<{ used: number }>(
      `select case when a.plan_state = 'trialing' then 0 else least(p.cap, p.spent) end as used
       from account_plans p join accounts a on a.id = p.account_id where p.account_id = $1`,
      [accountId],
    );
    if (plan && body.cap < plan.used) throw new AppError('cap_below_used', { field: 'cap', used: plan.used });
    // What was told of a lower cap is told again of a higher one; a trial's cap stays 0.
    await tx.query(
      `update account_plans p
       set cap = $2, told = case when $2 > p.cap and a.plan_state <> 'trialing'
         then array(select t from unnest(p.told) t where t not like 'cap\\_%') else p.told end
       from accounts a where a.id = p.account_id and p.account_id = $1`,
      [accountId, body.cap],
    );
  }),
}));

export const acceptPrices = defineHandler(
  endpoints.acceptPrices,
  async ({ services, caller: { accountId, userId }, body: { version, language } }) => ({
    body: await changePlan(services, accountId, async (tx, now) => {
      const [plan] = await tx.query<Pick<PlanTerms, 'prices' | 'noticed'>>(
        'select prices, noticed from account_plans where account_id = $1',
        [accountId],
      );
      if (!plan || version !== offeredPrices(plan, monthOf(now))) throw new AppError('conflict', { field: 'version' });
      // The prices that a studio begins with count immediately.
      const [accepted] = await tx.query(
        `update account_plans set prices = $2,
           noticed = case when prices is null then noticed || jsonb_build_object($2::text, 0) else noticed end
         where account_id = $1 and prices is distinct from $2 returning account_id`,
        [accountId, version],
      );
      if (!accepted) return;
      const sha256 = createHash('sha256')
        .update(JSON.stringify(pricesOfVersion(version)))
        .digest('hex');
      await tx.query(
        `insert into agreements (id, account_id, user_id, document, version, sha256, language, at)
         values ($1, $2, $3, 'prices', $4, $5, $6, $7)`,
        [makeId(random), accountId, userId, version, sha256, language, timestamp(now)],
      );
    }),
  }),
);
