import { beforeEach, describe, expect, it } from 'vitest';
import { booking } from '#core/api/booking.ts';
import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { hashAddress, suppress } from '#functions/mails/suppressions.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { createSessionLink } from '#functions/sessions/session-links.ts';
import type { Card } from '#local/stripe/objects.ts';
import { testApi } from '../support/api.ts';
import { backOffice } from '../support/back-office.ts';
import { openBooking, type Visitor, visitor } from '../support/booking.ts';
import { expectLogged } from '../support/expected-log.ts';
import { insertCustomer, insertRow, newId, type Row } from '../support/rows.ts';
import { connectStripe, deliverAll, payAt, takeEvents } from '../support/stripe.ts';
import { makeStudio, type Studio } from '../support/studio.ts';

expectLogged('effect_failed');

const api = await testApi();
const office = backOffice(api.db);
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
  ({ session, link } = await insertSession());
  api.mails.length = 0;
});

/** A session of €120 with a deposit of €30, and its client's link. */
async function insertSession(values: Row = {}): Promise<{ session: string; link: string }> {
  const id = newId();
  const author = { account_id: studio.id, author_id: studio.owner.userId };
  const customer = await insertCustomer(api.db.pool, studio.id, { name: 'Núria', email: 'nuria@example.org' });
  const date = new Date(api.clock.now() + 7 * DAY_MS);
  await insertRow(api.db.pool, 'sessions', { id, ...author, customer_id: customer, date, type: 'Retrat', ...values });
  await api.db.pool.query(
    'update session_billing set payment_amount = 12000, deposit_amount = 3000 where session_id = $1',
    [id],
  );
  const token = await createSessionLink(api.services.db, { accountId: studio.id, sessionId: id, now: api.clock.now() });
  return { session: id, link: token! };
}

const mutate = (name: string, args: object, who = studio.owner) =>
  office.mutate(
    `payments.${name}`,
    { ...args, now: api.clock.now() } as never,
    {
      userId: who.userId,
      accountId: studio.id,
      role: who === studio.people.photographer ? 'photographer' : 'owner',
      now: () => api.clock.now(),
    } as never,
  );
const query = async (sql: string, values: unknown[]) => (await api.db.pool.query(sql, values)).rows;
const rows = () =>
  query(
    `select id, amount, status, purpose, refunds_payment_id is not null as refund, receipt is not null as receipt,
       stripe_id, dispute from payments where session_id = $1 order by created_at, refunds_payment_id nulls first`,
    [session],
  );
const billing = async () => (await query('select * from session_billing where session_id = $1', [session]))[0]!;
const owed = async () => (await client.own(link)).read(booking.managed).booking.payments;
const open = async (item: string) => (await client.pay(link, item)).read(booking.pay).url;

/** Pays the deposit by card. @returns the payment's id and Stripe's */
async function payDeposit(card: Card = 'works') {
  payAt(api, await open('deposit'), card);
  await deliverAll(api);
  const [paid] = await rows();
  return { id: paid.id as string, intent: paid.stripe_id as string };
}
const refund = async (paymentId: string, amount: number, more: object = {}) => {
  const id = newId();
  const outcome = await mutate('refund', { id, paymentId, amount, date: api.clock.now(), ...more });
  return { id, outcome };
};

describe('what a session owes', () => {
  it('is offered on its page: deposit, pending payments, rest', async () => {
    const extras = { session_id: session, date: new Date(), amount: 4_000, currency: 'EUR', purpose: 'extras' };
    const author = { account_id: studio.id, author_id: studio.owner.userId };
    const id = newId();
    await insertRow(api.db.pool, 'payments', { id, ...author, ...extras });
    expect(await owed()).toMatchObject([
      { item: 'deposit', purpose: 'deposit', amount: 3_000 },
      { item: id, purpose: 'extras', amount: 4_000 },
      { item: 'balance', purpose: 'balance', amount: 5_000 },
    ]);
    payAt(api, await open(id));
    await deliverAll(api);
    expect(await rows()).toMatchObject([{ id, status: 'paid', receipt: true, amount: 4_000 }]);
  });

  it.each([
    ['cancelled', "update sessions set status = 'cancelled' where id = $1"],
    ['requested', "update sessions set status = 'inquiry' where id = $1"],
    ['waived', 'update session_billing set waived = true where session_id = $1'],
  ])('is nothing for a session that is %s', async (_name, sql) => {
    await api.db.pool.query(sql, [session]);
    expect(await owed()).toEqual([]);
    expect((await client.pay(link, 'deposit')).error.code).toBe('payment_not_due');
  });

  it('is paid once: deposit and balance, each with a receipt by mail', async () => {
    const url = await open('deposit');
    expect(await open('deposit')).toBe(url);
    payAt(api, url);
    payAt(api, await open('balance'));
    await deliverAll(api);
    expect(await rows()).toMatchObject([
      { purpose: 'deposit', amount: 3_000, status: 'paid', receipt: true },
      { purpose: 'balance', amount: 9_000, status: 'paid', receipt: true },
    ]);
    expect(await billing()).toMatchObject({ payment_status: 'paid', paid_amount: 12_000 });
    expect(await owed()).toEqual([]);
    expect(api.mails.filter(({ to }) => to === 'nuria@example.org')).toHaveLength(2);
  });

  it('takes no second payment while one by a method that takes days is on its way', async () => {
    payAt(api, await open('deposit'), 'processing');
    expect(await owed()).toMatchObject([{ isOnItsWay: false }, { isOnItsWay: false }]);
    await deliverAll(api);
    expect(await owed()).toMatchObject([
      { item: 'deposit', isOnItsWay: true },
      { item: 'balance', isOnItsWay: true },
    ]);
    api.clock.advance(DAY_MS);
    expect((await client.pay(link, 'deposit')).error.code).toBe('payment_processing');
    expect(await rows()).toEqual([]);
  });

  it('is found at Stripe after a minute in which the client waits for a lost report', async () => {
    payAt(api, await open('deposit'));
    takeEvents(api);
    await owed();
    await runOutbox(api.jobs);
    expect(await rows()).toEqual([]);
    api.clock.advance(MINUTE_MS);
    await runOutbox(api.jobs);
    expect(await rows()).toMatchObject([{ amount: 3000, status: 'paid' }]);
  });

  it('ends an open pay page once it is paid another way', async () => {
    const url = await open('deposit');
    const cash = { id: newId(), sessionId: session, amount: 3_000, date: api.clock.now(), method: 'cash' };
    expect(await mutate('record', { ...cash, purpose: 'deposit', status: 'paid' })).toBe('done');
    await runOutbox(api.jobs);
    expect(() => payAt(api, url)).toThrow('expired');
  });

  it('refunds what is paid when nothing is owed any more', async () => {
    payAt(api, await open('deposit'));
    await api.db.pool.query("update sessions set status = 'cancelled' where id = $1", [session]);
    await deliverAll(api);
    await runOutbox(api.jobs);
    expect(await rows()).toEqual([]);
    expect(api.mails.map(({ subject }) => subject).toSorted()).toEqual([
      'A payment from Núria came too late',
      'Your payment to Studio is being refunded',
    ]);
    expect(api.mails.map(({ text }) => text).join()).toContain('the client gets an email about it');
  });

  it('tells the studio to inform the client of a late payment whose address takes no mail', async () => {
    payAt(api, await open('deposit'));
    await api.db.pool.query("update sessions set status = 'cancelled' where id = $1", [session]);
    const { rows: found } = await api.db.pool.query(
      'select c.email from sessions s join customers c on c.id = s.customer_id where s.id = $1',
      [session],
    );
    const addressHash = hashAddress(found[0].email as string);
    const bounce = { accountId: null, addressHash, reason: 'bounce', isUnknown: true } as const;
    await suppress(api.services.db, bounce, api.clock.now());
    await deliverAll(api);
    await runOutbox(api.jobs);
    await api.db.pool.query('delete from mail_suppressions');
    expect(api.mails.map(({ subject }) => subject)).toEqual(['A payment from Núria came too late']);
    expect(api.mails[0]!.text).toContain('we couldn’t email the client');
    expect(api.mails[0]!.text).not.toContain('gets an email');
  });

  it('is never overpaid by two pages after the price was lowered: the rest goes back', async () => {
    // Both pages stay open at Stripe: its reports arrive before the outbox runs.
    const urls = [await open('deposit'), await open('balance')];
    expect(await mutate('setBilling', { sessionId: session, changes: { paymentAmount: 7_000 } })).toBe('done');
    for (const url of urls) payAt(api, url);
    await deliverAll(api);
    await runOutbox(api.jobs);
    await deliverAll(api);
    expect(await rows()).toMatchObject([
      { purpose: 'deposit', amount: 3_000, status: 'paid' },
      { purpose: 'balance', amount: 9_000, status: 'partially_refunded', receipt: true },
      { refund: true, amount: 5_000, status: 'paid', receipt: true },
    ]);
    expect(await billing()).toMatchObject({ payment_status: 'paid', paid_amount: 7_000 });
    const refunds = api.stripe.world.connected(account).refunds;
    expect(refunds.map(({ amount }) => amount)).toEqual([5_000]);
  });

  it('is paid in whole yen', async () => {
    await api.db.pool.query("update accounts set currency_code = 'JPY' where id = $1", [studio.id]);
    const url = await open('deposit');
    const [of, id] = new URL(url).pathname.split('/').slice(2);
    expect(api.stripe.world.session(of, id!)).toMatchObject({ currency: 'jpy', amount_total: 3_000 });
    payAt(api, url);
    await deliverAll(api);
    expect(await rows()).toMatchObject([{ amount: 3_000, status: 'paid' }]);
  });

  it('tells both sides when the refund of a late payment fails', async () => {
    payAt(api, await open('deposit'));
    await api.db.pool.query("update sessions set status = 'cancelled' where id = $1", [session]);
    await deliverAll(api);
    await runOutbox(api.jobs);
    const [made] = api.stripe.world.connected(account).refunds;
    api.stripe.world.finishRefund(account, made!.id, 'failed');
    api.mails.length = 0;
    await deliverAll(api);
    await runOutbox(api.jobs);
    expect(api.mails.map(({ subject }) => subject).toSorted()).toEqual([
      expect.stringContaining('Núria'),
      'Your refund from Studio didn’t arrive',
    ]);
  });

  it('answers unknown, foreign and closed links alike', async () => {
    const other = await makeStudio(api);
    const answers = [
      await visitor(api, other, 2).pay(link, 'deposit'),
      await client.pay('x'.repeat(43), 'deposit'),
      await client.pay('short', 'deposit'),
    ];
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]!.error.code).toBe('booking_link_invalid');
  });

  it('limits the pay pages of one network', async () => {
    const codes = [];
    for (let count = 0; count < 31; count++) codes.push((await client.pay(link, 'deposit')).status);
    expect([codes.slice(0, 30).every((status) => status === 201), codes[30]]).toEqual([true, 429]);
  });
});

describe('a payment link', () => {
  it('is mailed with the amount, and not once it is paid', async () => {
    expect(await mutate('requestPayment', { sessionId: session })).toBe('done');
    await runOutbox(api.jobs);
    expect(api.mails).toHaveLength(1);
    expect(api.mails[0]!.text).toContain('To pay: €120');
    expect(api.mails[0]!.text).toContain(`/p/${studio.slug}/booking/`);
    expect(await mutate('requestPayment', { sessionId: session })).toBe('done');
    await api.db.pool.query('update session_billing set waived = true where session_id = $1', [session]);
    await runOutbox(api.jobs);
    expect(api.mails).toHaveLength(1);
    expect(await mutate('requestPayment', { sessionId: session })).toBe('payment_not_due');
  });

  it('is refused for another photographer’s session', async () => {
    expect(await mutate('requestPayment', { sessionId: session }, studio.people.photographer)).toBe('forbidden');
  });
});

describe('a refund of a payment by card', () => {
  it('goes back through Stripe, pending until Stripe says so, each once', async () => {
    const { id, intent } = await payDeposit();
    const part = await refund(id, 1_000);
    expect(part.outcome).toBe('done');
    expect(await rows()).toMatchObject([{ status: 'paid' }, { refund: true, status: 'pending', receipt: false }]);
    expect(await mutate('markPaid', { id: part.id })).toBe('refund_pending');
    await runOutbox(api.jobs);
    await api.db.pool.query("update outbox set done_at = null where kind = 'stripe.refund'");
    await runOutbox(api.jobs);
    await deliverAll(api);
    expect(await rows()).toMatchObject([
      { status: 'partially_refunded' },
      { id: part.id, amount: 1_000, status: 'paid', receipt: true },
    ]);
    const { refunds } = api.stripe.world.connected(account);
    expect(refunds.filter((one) => one.payment_intent === intent)).toMatchObject([{ amount: 1_000 }]);
  });

  it('is reserved while it is on its way', async () => {
    const { id } = await payDeposit('refund_pending');
    await refund(id, 2_000);
    expect((await refund(id, 1_500)).outcome).toBe('validation_failed');
    await deliverAll(api);
    expect((await rows())[1]).toMatchObject({ status: 'pending' });
    const [made] = api.stripe.world.connected(account).refunds;
    api.stripe.world.finishRefund(account, made!.id, 'succeeded');
    await deliverAll(api);
    expect((await rows())[1]).toMatchObject({ status: 'paid', receipt: true });
  });

  it('is taken back when it fails, also after it succeeded: its receipt is cancelled, and both sides are told', async () => {
    const { id } = await payDeposit();
    await refund(id, 3_000);
    await deliverAll(api);
    expect(await billing()).toMatchObject({ paid_amount: 0, refunded_amount: 3_000 });
    const [made] = api.stripe.world.connected(account).refunds;
    api.stripe.world.finishRefund(account, made!.id, 'failed');
    api.mails.length = 0;
    await deliverAll(api);
    expect(await rows()).toMatchObject([{ status: 'paid' }, { status: 'failed' }]);
    expect(await billing()).toMatchObject({ paid_amount: 3_000, refunded_amount: 0 });
    expect(api.mails.map(({ subject }) => subject).toSorted()).toEqual([
      'A refund to Núria failed',
      'Your refund of €30 didn’t arrive',
    ]);
    const receipts = 'select cancelled_at is not null as cancelled from receipts where account_id = $1 order by number';
    expect((await api.db.pool.query(receipts, [studio.id])).rows).toEqual([{ cancelled: false }, { cancelled: true }]);
    const failed = (await rows())[1]!.id as string;
    expect(await mutate('sendReceipt', { id: failed })).toBe('transition_refused');
  });

  it('fails if Stripe refuses it, or the studio is disconnected', async () => {
    const { id, intent } = await payDeposit();
    api.stripe.world.createRefund(account, { intentId: intent, metadata: {} });
    takeEvents(api);
    await refund(id, 3_000);
    await runOutbox(api.jobs);
    expect((await rows())[1]).toMatchObject({ status: 'failed' });
    await api.call('POST', '/api/stripe/disconnect', { as: studio.owner, account: studio.id });
    await refund(id, 3_000);
    await runOutbox(api.jobs);
    expect((await rows())[2]).toMatchObject({ status: 'failed' });
  });

  it('in cash is only recorded', async () => {
    const { id } = await payDeposit();
    await refund(id, 3_000, { method: 'cash' });
    expect((await rows())[1]).toMatchObject({ status: 'paid', receipt: true });
    await runOutbox(api.jobs);
    expect(api.stripe.world.connected(account).refunds).toEqual([]);
  });

  it('waits while Stripe cannot be reached', async () => {
    const { id } = await payDeposit();
    api.stripe.switches.down = true;
    await refund(id, 3_000);
    await runOutbox(api.jobs);
    expect((await rows())[1]).toMatchObject({ status: 'pending' });
    api.stripe.switches.down = false;
    api.clock.advance(60_000);
    await runOutbox(api.jobs);
    expect((await rows())[1]).toMatchObject({ status: 'paid' });
  });
});

describe('what happens in Stripe’s dashboard', () => {
  it('is recorded: a refund, before its payment was reported', async () => {
    payAt(api, await open('deposit'));
    const [paid] = api.stripe.world.connected(account).intents;
    api.stripe.world.createRefund(account, { intentId: paid!.id, amount: 500, metadata: {} });
    const events = takeEvents(api).toReversed();
    for (const event of [...events, ...events]) expect(await api.stripe.deliver(event)).toBe(200);
    expect(await rows()).toMatchObject([
      { status: 'partially_refunded', amount: 3_000 },
      { refund: true, amount: 500, status: 'paid', receipt: true },
    ]);
  });

  it('is recorded: a dispute, and a lost one as a refund', async () => {
    const { intent } = await payDeposit();
    api.mails.length = 0;
    const dispute = api.stripe.world.openDispute(account, intent);
    await deliverAll(api);
    expect((await rows())[0]).toMatchObject({ dispute: 'open', status: 'paid' });
    api.stripe.world.closeDispute(account, dispute.id, 'lost');
    await deliverAll(api);
    expect(await rows()).toMatchObject([
      { dispute: 'lost', status: 'refunded' },
      { refund: true, status: 'paid' },
    ]);
    expect(api.mails.map(({ subject }) => subject)).toEqual(['Núria disputes a payment', 'You lost a dispute: Núria']);
  });

  it('of what the studio sells elsewhere is ignored', async () => {
    const product = { amount: 900, currency: 'eur', name: 'Print', description: '', successUrl: 'https://shop.test' };
    const none = { cancelUrl: null, email: null, locale: null, reference: null, methods: [] };
    const more = { ...none, metadata: {}, intentMetadata: {} };
    const expiresAt = Math.floor(api.clock.now() / 1000) + 3600;
    const { world } = api.stripe;
    const sold = world.createSession(account, { ...product, ...more, expiresAt }, () => 'https://pay.test');
    world.pay(account, sold.id);
    const [intent] = world.connected(account).intents;
    world.createRefund(account, { intentId: intent!.id, metadata: {} });
    world.openDispute(account, intent!.id);
    await deliverAll(api);
    expect(await rows()).toEqual([]);
  });
});
