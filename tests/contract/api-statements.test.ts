import { beforeEach, describe, expect, it } from 'vitest';
import { plan } from '#core/api/plan.ts';
import { hoursOf, monthBounds, monthOf } from '#core/domain/studio/usage.ts';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { meterUsage } from '#functions/jobs/sample-usage.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { syncPlan } from '#functions/plans/sync-plan.ts';
import type { BillingCard } from '#local/stripe/billing-objects.ts';
import { signPayload } from '#local/stripe/webhooks.ts';
import { testApi } from '../support/api.ts';
import { expectLogged } from '../support/expected-log.ts';
import { operatorAct } from '../support/operator.ts';
import { makeStudio, type Studio } from '../support/studio.ts';
import { takeEvents } from '../support/stripe.ts';

const GB = 1e9;

// Months that are left to the operator.
expectLogged('statement_held');

const api = await testApi();
const sql = async (text: string, ...values: unknown[]) => (await api.db.pool.query(text, values)).rows;

let studio: Studio;
/** The month before the present one. */
let month: string;
beforeEach(async () => {
  const { start, end } = monthBounds(monthOf(api.clock.now()));
  api.clock.advance(end + 4 * HOUR_MS - api.clock.now());
  month = monthOf(start);
  api.operator.billingFrom = month;
  studio = await makeStudio(api);
});

const member = () => ({ as: studio.owner, account: studio.id });
const read = async () => (await api.call('GET', '/api/plan', member())).read(plan.read);
const customerOf = async (id: string) =>
  (await sql('select stripe_customer as id from account_plans where account_id = $1', id))[0].id as string;

/** Delivers what Stripe reports, and runs what follows. */
async function hear(): Promise<void> {
  for (const event of takeEvents(api)) expect(await api.stripe.deliver(event)).toBe(200);
  await runOutbox(api.jobs);
}

/** Accepts the prices, and adds a card and an address on Stripe's page, as an owner does. */
async function activate(card: BillingCard = 'works'): Promise<string> {
  await api.call('POST', '/api/plan/prices', { ...member(), body: { version: 1, language: 'ca' } });
  const { url } = (await api.call('POST', '/api/plan/portal', member())).read(plan.portal);
  await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ card }) });
  await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ country: 'ES', line1: 'Major 1' }),
  });
  await hear();
  return customerOf(studio.id);
}

/** Uses a month, which is then over. */
async function use(gigabytes: number): Promise<void> {
  await sql('update account_plans set last_cap = cap, closed_month = $2 where account_id = $1', studio.id, '2020-01');
  await sql(
    `insert into usage_days (account_id, day, byte_hours) values ($1, $2, $3)`,
    studio.id,
    `${month}-02`,
    Math.round(gigabytes * GB * hoursOf(month)),
  );
}

describe('the plan of a studio', () => {
  it('becomes active with accepted prices, a card and an address', async () => {
    await api.call('POST', '/api/plan/prices', { ...member(), body: { version: 1, language: 'ca' } });
    expect(await read()).toMatchObject({ state: 'trialing', card: '', hasAddress: false });
    await activate();
    expect(await read()).toMatchObject({ state: 'active', card: 'visa 4242', hasAddress: true });
    expect(await sql('select plan_state from accounts where id = $1', studio.id)).toEqual([{ plan_state: 'active' }]);
  });

  it('has one customer at Stripe', async () => {
    const ids = [await activate(), await activate()];
    expect(ids[0]).toBe(ids[1]);
    expect(api.stripe.sales.customer(ids[0]!)).toMatchObject({ name: 'Studio', metadata: { account: studio.id } });
  });

  it('is changed at Stripe by owners and admins alone, who signed in a moment ago', async () => {
    const { admin, photographer } = studio.people;
    const statuses = await Promise.all(
      [admin, photographer].map(
        async (as) => (await api.call('POST', '/api/plan/portal', { as, account: studio.id })).status,
      ),
    );
    expect(statuses).toEqual([200, 403]);
  });
});

describe('a month', () => {
  it('is charged once, after its end, by an invoice with the statement’s cents', async () => {
    const customer = await activate();
    await use(82.4);
    for (let times = 0; times < 3; times++) {
      await meterUsage(api.jobs);
      await runOutbox(api.jobs);
    }
    api.stripe.sales.charge();
    await hear();
    const invoices = api.stripe.sales.invoicesOf(customer);
    expect(invoices).toMatchObject([{ subtotal: 464, total: 561, currency: 'eur', metadata: { month } }]);
    expect((await read()).statements).toEqual([
      {
        month,
        amount: 464,
        total: 561,
        credit: 0,
        currency: 'EUR',
        status: 'paid',
        isFailed: false,
        paidAt: expect.any(Number),
        number: invoices[0]!.number,
        pageUrl: expect.stringContaining('/invoice/'),
        pdfUrl: expect.stringContaining('/pdf'),
      },
    ]);
  });

  it('costs at most the cap that counted at its end', async () => {
    const customer = await activate();
    await use(500);
    await sql('update account_plans set last_cap = 1000 where account_id = $1', studio.id);
    await api.call('PATCH', '/api/plan', { ...member(), body: { cap: 900_000 } });
    await meterUsage(api.jobs);
    await runOutbox(api.jobs);
    expect(api.stripe.sales.invoicesOf(customer)).toMatchObject([{ subtotal: 1000 }]);
  });

  it('of a studio closed over its end costs at most the cap of then', async () => {
    await activate();
    await use(500);
    const { start } = monthBounds(monthOf(api.clock.now()));
    await sql('update account_plans set month = $2, cap = 1500, last_cap = 0 where account_id = $1', studio.id, month);
    await sql('update accounts set deleted_at = $2 where id = $1', studio.id, new Date(start - HOUR_MS));
    await meterUsage(api.jobs);
    expect(await sql('select amount, cap from statements where account_id = $1', studio.id)).toEqual([
      { amount: 1500, cap: 1500 },
    ]);
  });

  it.each([
    ['is free for a studio suspended all of it', 0, []],
    ['is billed to a studio suspended in the middle of it', DAY_MS, [{ amount: 464 }]],
  ])('%s', async (_, after, statements) => {
    await activate();
    await use(82.4);
    await sql("update accounts set plan_state = 'suspended' where id = $1", studio.id);
    const since = new Date(monthBounds(month).start + after);
    await sql('update account_plans set since = $2, overdue_since = $2 where account_id = $1', studio.id, since);
    await meterUsage(api.jobs);
    expect(await sql('select amount from statements where account_id = $1', studio.id)).toEqual(statements);
  });

  it('is reduced by a credit, which is used up', async () => {
    const customer = await activate();
    await use(82.4);
    expect(await operatorAct(api, studio.id, 'credit', { amount: 164 })).toBe('done');
    await meterUsage(api.jobs);
    await runOutbox(api.jobs);
    expect(api.stripe.sales.invoicesOf(customer)).toMatchObject([{ subtotal: 300 }]);
    expect(await read()).toMatchObject({ credit: 0, statements: [{ amount: 300, credit: 164 }] });
  });

  it('below a euro leaves a credit as it is', async () => {
    await activate();
    await use(15);
    await sql('update account_plans set credit = 500 where account_id = $1', studio.id);
    await meterUsage(api.jobs);
    expect(await read()).toMatchObject({ credit: 500, statements: [{ amount: 60, status: 'waived' }] });
  });

  it('below a euro is waived, and a free one has no statement', async () => {
    const customer = await activate();
    await use(15);
    await meterUsage(api.jobs);
    expect((await read()).statements).toMatchObject([{ amount: 60, status: 'waived' }]);
    await sql('delete from statements where account_id = $1', studio.id);
    await sql('update usage_days set byte_hours = 1 where account_id = $1', studio.id);
    await sql("update account_plans set closed_month = '2020-01' where account_id = $1", studio.id);
    await meterUsage(api.jobs);
    await runOutbox(api.jobs);
    expect([(await read()).statements, api.stripe.sales.invoicesOf(customer)]).toEqual([[], []]);
  });

  it('before prices begin is not charged', async () => {
    await activate();
    await use(82.4);
    api.operator.billingFrom = monthOf(api.clock.now());
    await meterUsage(api.jobs);
    expect((await read()).statements).toEqual([]);
  });

  it('that ended long ago is left to the operator', async () => {
    const customer = await activate();
    await use(82.4);
    api.clock.advance(40 * DAY_MS);
    await sql('update account_plans set last_cap = cap where account_id = $1', studio.id);
    await meterUsage(api.jobs);
    await runOutbox(api.jobs);
    expect((await read()).statements).toMatchObject([{ month, status: 'held' }]);
    expect(api.stripe.sales.invoicesOf(customer)).toEqual([]);
  });

  it('whose draft has another sum is held, and never finalised', async () => {
    const customer = await activate();
    await use(82.4);
    await meterUsage(api.jobs);
    const draft = api.stripe.sales.createInvoice({
      customer,
      currency: 'eur',
      description: null,
      metadata: { month },
      autoAdvance: false,
      automaticTax: true,
    });
    const period = { start: 0, end: 0 };
    api.stripe.sales.addLines(draft.id, [{ amount: 465, currency: 'eur', description: null, period }]);
    await runOutbox(api.jobs);
    expect((await read()).statements).toMatchObject([{ status: 'held' }]);
    expect(api.stripe.sales.invoicesOf(customer)).toMatchObject([{ status: 'draft' }]);
  });
});

it('a bill stays paid if an older reading of its invoice is stored later', async () => {
  await activate();
  await use(82.4);
  await meterUsage(api.jobs);
  await runOutbox(api.jobs);
  const { db, cards } = api.jobs;
  const [wasRead, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stripe = await cards!.client();
  const retrieve = async (id: string) => {
    const invoice = await stripe.invoices.retrieve(id);
    wasRead.resolve();
    await mayGoOn.promise;
    return invoice;
  };
  const slow = { customers: stripe.customers, invoices: { retrieve } } as unknown as typeof stripe;
  const older = syncPlan(db, { ...cards!, client: () => Promise.resolve(slow) }, studio.id, api.clock.now());
  await wasRead.promise;
  api.stripe.sales.charge();
  await syncPlan(db, cards!, studio.id, api.clock.now());
  mayGoOn.resolve();
  await older;
  expect((await read()).statements).toMatchObject([{ status: 'paid', paidAt: expect.any(Number) }]);
});

describe('a payment that fails', () => {
  it('makes the studio past due, until another card pays', async () => {
    const customer = await activate('fails_later');
    await use(82.4);
    await meterUsage(api.jobs);
    await runOutbox(api.jobs);
    api.stripe.sales.charge();
    await hear();
    expect(await read()).toMatchObject({ state: 'past_due', statements: [{ status: 'open', isFailed: true }] });
    api.stripe.sales.changeCustomer(customer, { card: 'works' });
    api.clock.advance(3 * DAY_MS);
    api.stripe.sales.charge();
    await hear();
    expect(await read()).toMatchObject({ state: 'active', statements: [{ status: 'paid', isFailed: false }] });
  });

  it('is followed to the end without any event', async () => {
    await activate('fails_later');
    await use(82.4);
    await meterUsage(api.jobs);
    await runOutbox(api.jobs);
    api.stripe.sales.charge();
    takeEvents(api);
    api.clock.advance(DAY_MS);
    await meterUsage(api.jobs);
    await runOutbox(api.jobs);
    expect(await read()).toMatchObject({ state: 'past_due' });
  });

  it('waits for a confirmation on the invoice’s page', async () => {
    const customer = await activate('confirmation');
    await use(82.4);
    await meterUsage(api.jobs);
    await runOutbox(api.jobs);
    api.stripe.sales.charge();
    await hear();
    expect((await read()).state).toBe('past_due');
    await fetch(api.stripe.sales.invoicesOf(customer)[0]!.hosted_invoice_url!, { method: 'POST' });
    await hear();
    expect((await read()).state).toBe('active');
  });
});

describe('POST /api/billing/webhook', () => {
  const send = (body: string, signature: string) =>
    api.call('POST', '/api/billing/webhook', {
      channel: null,
      body,
      headers: { 'stripe-signature': signature },
    });

  it('accepts only what Stripe signed with the secret of its own', async () => {
    const payload = JSON.stringify({
      id: 'evt_1',
      type: 'invoice.paid',
      data: { object: { id: 'in_1', customer: 'cus_1' } },
    });
    const signed = (secret: string) => signPayload(payload, secret, api.clock.now());
    const answers = [
      await send(payload, signed(`whsec_${'1'.repeat(32)}`)),
      await send(payload, signed(`whsec_${'0'.repeat(32)}`)),
      await send(payload, ''),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400]);
  });
});

it('statements stay when their studio is erased, without its clients', async () => {
  await activate();
  await use(82.4);
  await meterUsage(api.jobs);
  const [{ id }] = await sql('select id from statements where account_id = $1', studio.id);
  await sql('delete from accounts where id = $1', studio.id);
  expect(await sql('select account_id, name, month, amount from statements where id = $1', id)).toEqual([
    { account_id: null, name: 'Studio', month, amount: 464 },
  ]);
});
