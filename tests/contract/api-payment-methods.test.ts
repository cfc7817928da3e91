import { beforeEach, describe, expect, it } from 'vitest';
import { booking } from '#core/api/booking.ts';
import { creditorReference } from '#core/domain/payments/transfer-code.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { createSessionLink } from '#functions/sessions/session-links.ts';
import { testApi } from '../support/api.ts';
import { backOffice } from '../support/back-office.ts';
import { openBooking, type Visitor, visitor } from '../support/booking.ts';
import { insertCustomer, insertRow, newId } from '../support/rows.ts';
import { connectStripe, deliverAll, takeEvents } from '../support/stripe.ts';
import { makeStudio, type Studio } from '../support/studio.ts';

const api = await testApi();
const office = backOffice(api.db);
const METHODS = { online: ['bizum', 'sepa_debit'], iban: 'ES9121000418450200051332', bizum: '600 000 000', cash: true };
let studio: Studio;
let account: string;
let client: Visitor;
let session: string;
let link: string;

beforeEach(async () => {
  await api.db.pool.query('delete from rate_limits');
  studio = await makeStudio(api);
  await openBooking(api, studio);
  account = await connectStripe(api, studio);
  takeEvents(api);
  client = visitor(api, studio, 1);
  session = newId();
  const author = { account_id: studio.id, author_id: studio.owner.userId };
  const customer = await insertCustomer(api.db.pool, studio.id, { name: 'Núria', email: 'nuria@example.org' });
  const date = new Date(api.clock.now() + 30 * DAY_MS);
  await insertRow(api.db.pool, 'sessions', { id: session, ...author, customer_id: customer, date, type: 'Boda' });
  await query('update session_billing set payment_amount = 90000 where session_id = $1', [session]);
  await insertRow(api.db.pool, 'settings', { ...author, key: 'methods', value: METHODS });
  const of = { accountId: studio.id, sessionId: session, now: api.clock.now() };
  link = (await createSessionLink(api.services.db, of))!;
  api.mails.length = 0;
});

const query = async (sql: string, values: unknown[]) => (await api.db.pool.query(sql, values)).rows;
const own = async () => (await client.own(link)).read(booking.managed).booking;
const payments = () =>
  query(
    `select amount, method, status, refunds_payment_id is not null as refund from payments where session_id = $1
     order by created_at, refunds_payment_id nulls first`,
    [session],
  );
/** Opens the pay page of the price. @returns the session's id at Stripe */
async function open(): Promise<string> {
  const { url } = (await client.pay(link, 'balance')).read(booking.pay);
  return new URL(url).pathname.split('/').at(-1)!;
}
const { world } = api.stripe;

describe('a pay page', () => {
  it('offers cards and the methods that the studio chose', async () => {
    expect(world.session(account, await open()).methods).toEqual(['card', 'bizum', 'sepa_debit']);
  });

  it('records the method, and sends a refund back the same way', async () => {
    world.pay(account, await open(), 'works', 'bizum');
    await deliverAll(api);
    expect(await payments()).toEqual([{ amount: 90_000, method: 'bizum', status: 'paid', refund: false }]);
    const [payment] = await query('select id from payments where session_id = $1', [session]);
    const refund = { id: newId(), paymentId: payment!.id, amount: 10_000, date: api.clock.now() };
    const owner = { userId: studio.owner.userId, accountId: studio.id, role: 'owner', now: () => api.clock.now() };
    expect(await office.mutate('payments.refund', { ...refund, now: api.clock.now() } as never, owner as never)).toBe(
      'done',
    );
    await runOutbox(api.jobs);
    await deliverAll(api);
    expect(world.connected(account).refunds).toMatchObject([{ amount: 10_000, status: 'succeeded' }]);
    expect(await payments()).toMatchObject([
      { status: 'partially_refunded' },
      { method: 'bizum', status: 'paid', refund: true },
    ]);
  });
});

describe('a direct debit', () => {
  beforeEach(async () => {
    world.pay(account, await open(), 'works', 'sepa_debit');
    await deliverAll(api);
  });

  it('is on its way, and nothing else can be paid meanwhile', async () => {
    expect(await own()).toMatchObject({ payments: [{ item: 'balance', isOnItsWay: true }], byHand: null, paid: 0 });
    expect((await client.pay(link, 'balance')).error.code).toBe('payment_processing');
  });

  it('counts once it has arrived', async () => {
    const [found] = world.connected(account).sessions;
    world.settle(account, found!.id, true);
    await deliverAll(api);
    expect(await payments()).toEqual([{ amount: 90_000, method: 'sepa_debit', status: 'paid', refund: false }]);
    expect(await own()).toMatchObject({ payments: [], paid: 90_000 });
  });

  it('that fails is owed again', async () => {
    const [found] = world.connected(account).sessions;
    world.settle(account, found!.id, false);
    await deliverAll(api);
    expect(await payments()).toEqual([]);
    expect(await own()).toMatchObject({ payments: [{ item: 'balance', amount: 90_000, isOnItsWay: false }] });
  });

  it('that the bank returns weeks later is owed again', async () => {
    const [found] = world.connected(account).sessions;
    world.settle(account, found!.id, true);
    await deliverAll(api);
    world.returnPayment(account, found!.payment_intent!);
    await deliverAll(api);
    expect(await payments()).toMatchObject([{ status: 'refunded' }, { refund: true, status: 'paid' }]);
    expect(await own()).toMatchObject({ paid: 0, payments: [{ item: 'balance', amount: 90_000 }] });
  });
});

describe('ways to pay without Stripe', () => {
  it('are told with amount and reference while something is owed', async () => {
    expect((await own()).byHand).toEqual({
      amount: 90_000,
      transfer: { iban: METHODS.iban, holder: 'Studio', reference: creditorReference(session) },
      bizum: '600 000 000',
      cash: true,
    });
    await query('update session_billing set waived = true where session_id = $1', [session]);
    expect((await own()).byHand).toBeNull();
  });

  it('are also told by a studio without Stripe', async () => {
    await query('delete from stripe_accounts where account_id = $1', [studio.id]);
    expect(await own()).toMatchObject({ payments: [], byHand: { amount: 90_000, cash: true } });
  });
});
