import { beforeEach, describe, expect, it } from 'vitest';
import { booking } from '#core/api/booking.ts';
import { CHECKOUT_GRACE_MS, CHECKOUT_MS } from '#core/domain/payments/card-payments.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { instantAtMinute } from '#core/domain/values/time.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { hashNetwork } from '#functions/platform/http/network-prefix.ts';
import { testApi } from '../support/api.ts';
import { offer, openBooking, type Visitor, visitor } from '../support/booking.ts';
import { expectLogged } from '../support/expected-log.ts';
import { insertRow, newId } from '../support/rows.ts';
import { connectStripe, deliverAll, openCheckout, payAt, takeEvents } from '../support/stripe.ts';
import { makeStudio, type Studio } from '../support/studio.ts';

expectLogged('stripe_failed');

const api = await testApi();
let studio: Studio;
let type: string;
let anna: Visitor;
let ben: Visitor;
let nine: number;

beforeEach(async () => {
  await api.db.pool.query('delete from rate_limits');
  api.operator.hasStripe = true;
  api.stripe.switches.down = false;
  studio = await makeStudio(api);
  await openBooking(api, studio);
  await connectStripe(api, studio);
  takeEvents(api);
  type = await offer(api, studio, { type: { online_payment: 'deposit' }, price: { price: 12_000, deposit: 3_000 } });
  [anna, ben] = [visitor(api, studio, 1), visitor(api, studio, 2)];
  const day = new Date(api.clock.now() + 7 * DAY_MS).toISOString().slice(0, 10);
  nine = instantAtMinute(day, 9 * 60, 'Europe/Madrid');
  api.mails.length = 0;
});

const slot = () => ({ sessionTypeId: type, start: nine });
const rows = async (sql: string) => (await api.db.pool.query(sql, [studio.id])).rows;
const sessions = () => rows('select id, status from sessions where account_id = $1');
const checkouts = () =>
  rows('select status, booking, session_id from checkouts where account_id = $1 order by created_at');
const payments = () =>
  rows('select amount, status, method, purpose, receipt, stripe_id from payments where account_id = $1 order by date');
const stateOf = async (token: string) => (await anna.checkoutState(token)).read(booking.checkoutState).state;

describe('a session type that is paid by card to book', () => {
  it('names the amount, and is booked by paying only', async () => {
    const { types } = (await anna.types()).read(booking.types);
    expect(types).toMatchObject([{ payNow: 3_000 }]);
    const refused = await anna.request(slot());
    expect([refused.status, refused.error.code]).toEqual([402, 'payment_required']);
    expect(await sessions()).toEqual([]);
  });

  it('is booked when Stripe reports the payment: paid deposit, receipt, mails to both sides', async () => {
    const { token, url } = await openCheckout(anna, slot(), { email: 'nuria@example.org' });
    expect(await stateOf(token)).toBe('open');
    payAt(api, url);
    // The success page proves nothing.
    expect([await stateOf(token), (await anna.own(token)).status]).toEqual(['open', 404]);
    await deliverAll(api);
    expect(await stateOf(token)).toBe('paid');
    const { booking: made } = (await anna.own(token)).read(booking.managed);
    expect(made).toMatchObject({ start: nine, isDepositDue: false, clientName: 'Núria' });
    expect(made.payments).toMatchObject([{ item: 'balance', purpose: 'balance', amount: 9_000 }]);
    expect(await payments()).toMatchObject([
      { amount: 3_000, status: 'paid', method: 'card', purpose: 'deposit', receipt: expect.any(String) },
    ]);
    expect(await checkouts()).toMatchObject([{ status: 'paid', booking: null, session_id: expect.any(String) }]);
    const toClient = api.mails.filter(({ to }) => to === 'nuria@example.org');
    expect(toClient).toHaveLength(2);
    for (const { text } of toClient) {
      expect(text).toMatch(/^Hola, Núria:\n/);
      expect(text).toMatch(/\nPagat: 30\s€\n/);
      expect(text).toMatch(/\nPendent: 90\s€\n/);
      expect(text).toMatch(/\nPaga en línia:\nhttps:\S+\/booking\/[\w-]{43}\n/);
    }
    expect(toClient.flatMap(({ files = [] }) => files).map(({ contentType }) => contentType)).toEqual([
      'application/pdf',
    ]);
    expect(api.mails.map(({ subject }) => subject)).toContain('Núria paid by card');
    expect(await rows('select from slot_holds where account_id = $1')).toEqual([]);
    // Its mails count for the network that booked.
    const networks = await rows('select distinct network_hash as network from mail_deliveries where account_id = $1');
    expect(networks).toContainEqual({ network: hashNetwork(studio.id, '10.0.1.1') });
  });

  it('takes the whole price if the type says so', async () => {
    await api.db.pool.query("update session_types set online_payment = 'full' where id = $1", [type]);
    payAt(api, (await openCheckout(anna, slot())).url);
    await deliverAll(api);
    expect(await payments()).toMatchObject([{ amount: 12_000, purpose: 'balance', status: 'paid' }]);
  });

  it('keeps the price that the client saw', async () => {
    const { url } = await openCheckout(anna, slot());
    await api.db.pool.query('update session_type_prices set price = 50000 where session_type_id = $1', [type]);
    payAt(api, url);
    await deliverAll(api);
    expect(await rows('select payment_amount, paid_amount from session_billing where account_id = $1')).toEqual([
      { payment_amount: 12_000, paid_amount: 3_000 },
    ]);
  });

  it('is booked without a payment while the studio takes none by card', async () => {
    await api.call('POST', '/api/stripe/disconnect', { as: studio.owner, account: studio.id });
    const { types } = (await anna.types()).read(booking.types);
    expect(types).toMatchObject([{ payNow: null }]);
    expect((await anna.request(slot())).status).toBe(201);
  });

  it('asks for no payment before an approval', async () => {
    await api.db.pool.query('update session_types set requires_approval = true where id = $1', [type]);
    const { types } = (await anna.types()).read(booking.types);
    expect(types).toMatchObject([{ payNow: null }]);
    const { link } = (await anna.request(slot())).read(booking.book);
    expect((await anna.own(link)).read(booking.managed).booking.payments).toEqual([]);
    await api.db.pool.query("update sessions set status = 'scheduled' where account_id = $1", [studio.id]);
    const { payments: owed } = (await anna.own(link)).read(booking.managed).booking;
    expect(owed[0]).toMatchObject({ item: 'deposit', amount: 3_000, confirms: true });
  });
});

describe('an open checkout', () => {
  it('is the same for a repeated request', async () => {
    const { token, url } = await openCheckout(anna, slot());
    const again = (await anna.checkout(token, slot())).read(booking.checkout);
    expect(again.url).toBe(url);
    expect(await checkouts()).toHaveLength(1);
    payAt(api, url);
    await deliverAll(api);
    expect((await anna.checkout(token, slot())).read(booking.checkout).url).toContain(`/booking/${token}`);
  });

  it('holds the slot as long as it is open', async () => {
    await openCheckout(anna, slot());
    const [hold] = await rows('select expires_at from slot_holds where account_id = $1');
    const left = hold.expires_at.getTime() - api.clock.now();
    expect(left).toBeGreaterThan(CHECKOUT_MS + CHECKOUT_GRACE_MS - MINUTE_MS);
    expect((await ben.hold(type, nine)).status).toBe(409);
  });

  it('gives the slot back when it expires at Stripe', async () => {
    const { token, url } = await openCheckout(anna, slot());
    const [account, id] = new URL(url).pathname.split('/').slice(2);
    api.stripe.world.expire(account, id!);
    await deliverAll(api);
    expect(await stateOf(token)).toBe('expired');
    expect((await ben.hold(type, nine)).status).toBe(201);
  });

  it('is ended at Stripe when the slot is given back', async () => {
    const { token, url } = await openCheckout(anna, slot());
    await anna.release(token);
    await runOutbox(api.jobs);
    expect(() => payAt(api, url)).toThrow('expired');
    expect((await ben.request({ sessionTypeId: type, start: nine })).error.code).toBe('payment_required');
    expect(await checkouts()).toMatchObject([{ status: 'expired' }]);
  });

  it('is ended when another time is chosen', async () => {
    const { token, url } = await openCheckout(anna, slot());
    expect((await anna.hold(type, nine + HOUR_MS, token)).status).toBe(201);
    await runOutbox(api.jobs);
    expect(() => payAt(api, url)).toThrow('expired');
  });

  it('is looked after without Stripe’s reports: a lost one of a payment, a lost one of the end', async () => {
    const paid = await openCheckout(anna, slot());
    const left = await openCheckout(ben, { sessionTypeId: type, start: nine + HOUR_MS });
    payAt(api, paid.url);
    takeEvents(api);
    api.clock.advance(CHECKOUT_MS + 2 * MINUTE_MS);
    await runOutbox(api.jobs);
    expect([await stateOf(paid.token), await stateOf(left.token)]).toEqual(['paid', 'expired']);
  });

  it('is found at Stripe after a minute in which the client waits for a lost report', async () => {
    const { token, url } = await openCheckout(anna, slot());
    expect(await stateOf(token)).toBe('open');
    payAt(api, url);
    takeEvents(api);
    await runOutbox(api.jobs);
    expect(await stateOf(token)).toBe('open');
    api.clock.advance(MINUTE_MS);
    await runOutbox(api.jobs);
    expect(await stateOf(token)).toBe('paid');
  });

  it('keeps the hold and loses nothing while Stripe cannot be reached', async () => {
    const { token } = (await anna.hold(type, nine)).read(booking.hold);
    api.stripe.switches.down = true;
    const failed = await anna.checkout(token, slot());
    expect([failed.status, failed.error.code]).toEqual([503, 'payment_unreachable']);
    expect((await ben.hold(type, nine)).status).toBe(409);
    api.stripe.switches.down = false;
    payAt(api, (await anna.checkout(token, slot())).read(booking.checkout).url);
    await deliverAll(api);
    expect(await sessions()).toHaveLength(1);
    expect(await checkouts()).toHaveLength(1);
  });

  it('is refused for a slot that is not held, another type, and a studio without payments by card', async () => {
    const { token } = (await anna.hold(type, nine)).read(booking.hold);
    const other = await anna.checkout(token, { sessionTypeId: type, start: nine + HOUR_MS });
    expect(other.error.code).toBe('validation_failed');
    expect((await anna.checkout('x'.repeat(43), slot())).error.code).toBe('hold_expired');
    api.operator.hasStripe = false;
    expect((await anna.checkout(token, slot())).error.code).toBe('card_payments_off');
    api.operator.hasStripe = true;
    await api.db.pool.query("update session_types set online_payment = 'none' where id = $1", [type]);
    expect((await anna.checkout(token, slot())).error.code).toBe('payment_not_due');
  });

  it('is limited: pay pages of one network', async () => {
    const { token } = (await anna.hold(type, nine)).read(booking.hold);
    const answers = [];
    for (let count = 0; count < 31; count++) answers.push(await anna.checkout(token, slot()));
    expect(answers.slice(0, 30).every(({ status }) => status === 201)).toBe(true);
    expect(answers[30]!.error.code).toBe('rate_limited');
  });
});

describe('a payment that comes too late', () => {
  const lose = async () => {
    const { token, url } = await openCheckout(anna, slot(), { email: 'nuria@example.org', language: 'en' });
    payAt(api, url);
    const events = takeEvents(api);
    // The hold is lost, and the studio takes the time itself.
    await api.db.pool.query('delete from slot_holds where account_id = $1', [studio.id]);
    const customer = newId();
    const author = { account_id: studio.id, author_id: studio.owner.userId };
    await insertRow(api.db.pool, 'customers', { id: customer, ...author, name: 'Pau' });
    const taken = { customer_id: customer, session_type_id: type, date: new Date(nine) };
    await insertRow(api.db.pool, 'sessions', { id: newId(), ...author, ...taken });
    return { token, events };
  };

  it('is refunded, and the client and the studio are told', async () => {
    const { token, events } = await lose();
    for (const event of events) await api.stripe.deliver(event);
    expect(await stateOf(token)).toBe('refunded');
    await runOutbox(api.jobs);
    await runOutbox(api.jobs);
    expect(await sessions()).toHaveLength(1);
    expect(await payments()).toEqual([]);
    const refunds = Object.values(api.stripe.world.state.accounts).flatMap(({ refunds: made }) => made);
    expect(refunds.filter(({ amount }) => amount === 3_000)).toHaveLength(1);
    const subjects = api.mails.map(({ subject }) => subject);
    expect(subjects).toContain('Your payment to Studio is being refunded');
    expect(subjects).toContain('A payment from Núria came too late');
    expect(await checkouts()).toMatchObject([{ status: 'refunded' }]);
  });

  it('tells the studio if Stripe cannot refund it', async () => {
    const { events } = await lose();
    for (const event of events) await api.stripe.deliver(event);
    await api.db.pool.query("update checkouts set payment_intent = 'pi_unknown' where account_id = $1", [studio.id]);
    await runOutbox(api.jobs);
    await runOutbox(api.jobs);
    expect(api.mails.map(({ subject }) => subject)).toEqual(['A late payment from Núria couldn’t be refunded']);
  });

  it('still books a slot that is free', async () => {
    const { token, url } = await openCheckout(anna, slot());
    payAt(api, url);
    await anna.release(token);
    await runOutbox(api.jobs);
    expect(await sessions()).toHaveLength(1);
    expect(await payments()).toMatchObject([{ status: 'paid', amount: 3_000 }]);
  });
});

describe('a report of Stripe', () => {
  it('that is unpaid, or of another amount, books nothing', async () => {
    const unpaid = await openCheckout(anna, slot());
    payAt(api, unpaid.url, 'processing');
    await deliverAll(api);
    expect(await sessions()).toEqual([]);
    const [account, id] = new URL(unpaid.url).pathname.split('/').slice(2);
    api.stripe.world.session(account, id!).amount_total = 2_999;
    api.stripe.world.settle(account!, id!, true);
    await deliverAll(api);
    expect(await sessions()).toEqual([]);
    expect(await checkouts()).toMatchObject([{ status: 'refunded' }]);
  });

  it('books once, however often and in whichever order it comes', async () => {
    const { url } = await openCheckout(anna, slot());
    payAt(api, url);
    const events = takeEvents(api).toReversed();
    const statuses = await Promise.all([...events, ...events, ...events].map((event) => api.stripe.deliver(event)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await sessions()).toHaveLength(1);
    expect(await payments()).toHaveLength(1);
  });
});
