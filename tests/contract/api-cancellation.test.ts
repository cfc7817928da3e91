import { beforeEach, describe, expect, it } from 'vitest';
import { booking } from '#core/api/booking.ts';
import type { CancellationRule } from '#core/domain/payments/cancellation.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { instantAtMinute } from '#core/domain/values/time.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi } from '../support/api.ts';
import { backOffice } from '../support/back-office.ts';
import { bookSlot, offer, openBooking, type Visitor, visitor } from '../support/booking.ts';
import { insertRow, newId } from '../support/rows.ts';
import { connectStripe, deliverAll, openCheckout, payAt, takeEvents } from '../support/stripe.ts';
import { makeStudio, type Studio } from '../support/studio.ts';

const api = await testApi();
const office = backOffice(api.db);
let studio: Studio;
let account: string;
let client: Visitor;
/** Nine o'clock 20 days from now, in the studio's zone. */
let nine: number;

beforeEach(async () => {
  await api.db.pool.query('delete from rate_limits');
  studio = await makeStudio(api);
  await openBooking(api, studio);
  account = await connectStripe(api, studio);
  takeEvents(api);
  client = visitor(api, studio, 1);
  nine = instantAtMinute(new Date(api.clock.now() + 20 * DAY_MS).toISOString().slice(0, 10), 9 * 60, 'Europe/Madrid');
  api.mails.length = 0;
});

const TIERS: CancellationRule['windows'] = [
  { hours: 30 * 24, keeps: 50 },
  { hours: 7 * 24, keeps: 100 },
];
const query = async (sql: string, values: unknown[]) => (await api.db.pool.query(sql, values)).rows;
const own = async (token: string) => (await client.own(token)).read(booking.managed).booking;
const price = { price: 18_000, deposit: 6000 };
const toClient = (email: string) => api.mails.filter(({ to }) => to === email).map(({ text }) => text);

/** A session type of €180 with a deposit of €60. */
async function offerWith(cancellation: CancellationRule | null, type: object = {}): Promise<string> {
  return offer(api, studio, { type: { cancellation: cancellation && JSON.stringify(cancellation), ...type }, price });
}

/** Books and pays the deposit by card. */
async function bookAndPay(sessionTypeId: string, email = `${newId()}@example.org`) {
  const { token, url } = await openCheckout(client, { sessionTypeId, start: nine }, { email, language: 'en' });
  payAt(api, url);
  await deliverAll(api);
  const [session] = await query('select id from sessions where account_id = $1', [studio.id]);
  return { token, email, sessionId: session.id as string };
}

const mutate = (name: string, args: object) =>
  office.mutate(
    name as never,
    { ...args, now: api.clock.now() } as never,
    { userId: studio.owner.userId, accountId: studio.id, role: 'owner', now: () => api.clock.now() } as never,
  );
const refunds = async () =>
  query(
    'select amount, status from payments where account_id = $1 and refunds_payment_id is not null order by amount',
    [studio.id],
  );

describe('the rule of a session type', () => {
  it('is shown before booking, frozen at the booking, and named in the confirmation with amounts and local time', async () => {
    const rule: CancellationRule = { windows: TIERS, isAutomatic: false };
    const type = await offerWith(rule, { online_payment: 'deposit' });
    expect((await client.types()).read(booking.types).types).toMatchObject([{ cancellation: rule }]);
    const { token, email } = await bookAndPay(type);
    await query("update session_types set cancellation = null where id = $1 returning ''", [type]);
    const [step, last] = [nine - 7 * DAY_MS, null];
    expect((await own(token)).cancellation).toEqual({
      rule,
      isAutomatic: false,
      steps: [
        { until: step, keeps: 50, amount: 9000 },
        { until: last, keeps: 100, amount: 18_000 },
      ],
      terms: { kept: 6000, returned: 0, until: step },
    });
    const confirmation = toClient(email).find((text) => text.includes('If you cancel:'))!;
    expect(confirmation).toContain('the studio keeps 50% of the price (€90).');
    expect(confirmation).toMatch(/Until .+, 9:00 \(Madrid\): the studio keeps 50%/);
    expect(confirmation).toContain('After that: the studio keeps the full price (€180).');
  });

  it('is not more favourable to a client who moves the session to a later day', async () => {
    const type = await offerWith({ windows: TIERS, isAutomatic: false }, { online_payment: 'deposit' });
    const { token } = await bookAndPay(type);
    const [step] = (await own(token)).cancellation!.steps;
    const { slots } = (await client.moves(token, nine, nine + 40 * DAY_MS)).read(booking.rescheduleSlots);
    const { start } = slots.at(-1)!;
    await client.reschedule(token, start);
    expect((await own(token)).cancellation).toMatchObject({
      steps: [
        { until: step!.until! + start - nine, keeps: 50 },
        { until: null, keeps: 100 },
      ],
      terms: { kept: 6000, returned: 0 },
    });
  });

  it('is not less favourable to a client whose session the studio moves, and as before once it is moved back', async () => {
    const type = await offerWith({ windows: TIERS, isAutomatic: false }, { online_payment: 'deposit' });
    const { token, sessionId } = await bookAndPay(type);
    const before = (await own(token)).cancellation!;
    const earlier = nine - 15 * DAY_MS;
    const move = (date: number) => mutate('sessions.reschedule', { id: sessionId, date, duration: 60 });
    await move(earlier);
    expect((await own(token)).cancellation).toMatchObject({
      steps: [{ until: null, keeps: 50 }],
      terms: { kept: 6000, returned: 0 },
    });
    await move(nine + 30 * DAY_MS);
    await move(nine);
    expect((await own(token)).cancellation).toMatchObject({ steps: before.steps, terms: before.terms });
  });

  it('is that of the checkout, whatever the type promises when the payment arrives', async () => {
    const type = await offerWith(null, { online_payment: 'deposit' });
    const { token, url } = await openCheckout(client, { sessionTypeId: type, start: nine });
    const rule = JSON.stringify({ windows: TIERS, isAutomatic: false });
    await query('update session_types set cancellation = $2 where id = $1', [type, rule]);
    payAt(api, url);
    await deliverAll(api);
    expect((await own(token)).cancellation).toBeNull();
  });

  it('is taken by a session that the studio makes, and not by an imported one', async () => {
    const rule: CancellationRule = { windows: TIERS, isAutomatic: true };
    const type = await offerWith(rule);
    const [made, imported] = [newId(), newId()];
    const { id: customerId } = (await query('select id from customers where account_id = $1', [studio.id]))[0] ?? {
      id: newId(),
    };
    await insertRow(api.db.pool, 'customers', {
      id: customerId,
      account_id: studio.id,
      author_id: studio.owner.userId,
      name: 'Núria',
    });
    const session = { customerId, sessionTypeId: type, date: nine, duration: 60 };
    expect(await mutate('sessions.create', { id: made, ...session })).toBe('done');
    expect(await mutate('sessions.importMany', { create: [{ id: imported, ...session, status: 'scheduled' }] })).toBe(
      'done',
    );
    const rules = await query('select id, cancellation from sessions where account_id = $1', [studio.id]);
    expect(Object.fromEntries(rules.map(({ id, cancellation }) => [id, cancellation]))).toEqual({
      [made]: rule,
      [imported]: null,
    });
  });
});

it('a decision about the money ends with the cancellation that is undone', async () => {
  const id = newId();
  const author = { account_id: studio.id, author_id: studio.owner.userId };
  const customer = { id: newId(), ...author, name: 'Núria' };
  await insertRow(api.db.pool, 'customers', customer);
  await insertRow(api.db.pool, 'sessions', { id, ...author, customer_id: customer.id, date: new Date(nine) });
  expect(await mutate('sessions.setStatus', { id, to: 'cancelled' })).toBe('done');
  await query('update session_billing set kept_amount = 0 where session_id = $1', [id]);
  expect(await mutate('sessions.undoStatus', { id })).toBe('done');
  expect(await query('select kept_amount from session_billing where session_id = $1', [id])).toEqual([
    { kept_amount: null },
  ]);
});

describe('a cancellation by the client', () => {
  it('refunds to the card what the rule returns, once, and says so in the mail', async () => {
    const type = await offerWith(
      { windows: [{ hours: 48, keeps: 'deposit' }], isAutomatic: true },
      { online_payment: 'full' },
    );
    const { token, email, sessionId } = await bookAndPay(type);
    await query("update sessions set date = now() + interval '40 hours' where id = $1 returning ''", [sessionId]);
    const { terms } = (await own(token)).cancellation!;
    expect(terms).toMatchObject({ kept: 6000, returned: 12_000, until: null });
    const done = (await client.cancel(token, { returned: 12_000 })).read(booking.cancel).booking;
    expect(done.settlement).toEqual({ kept: 6000, returned: 0, toReturn: 12_000 });
    await runOutbox(api.jobs);
    await query("update outbox set done_at = null where kind = 'cancellation.refund' returning ''", []);
    await deliverAll(api);
    await deliverAll(api);
    expect(await refunds()).toEqual([{ amount: 12_000, status: 'paid' }]);
    expect(api.stripe.world.connected(account).refunds).toMatchObject([{ amount: 12_000 }]);
    expect((await own(token)).settlement).toEqual({ kept: 6000, returned: 12_000, toReturn: 0 });
    const cancelled = toClient(email).find((text) => text.includes('You’ve cancelled this session'))!;
    expect(cancelled).toContain('You’ve paid €180 for this session. Studio keeps €60 and sends you back €120.');
    expect(cancelled).not.toContain('If you have a question about it');
  });

  it('leaves money received by hand, and a rule that waits, to the studio: each part once', async () => {
    const type = await offerWith({ windows: [{ hours: null, keeps: 10 }], isAutomatic: true });
    const token = await bookSlot(client, { sessionTypeId: type, start: nine });
    const [session] = await query('select id, customer_id from sessions where account_id = $1', [studio.id]);
    const paid = { sessionId: session.id, amount: 5000, date: api.clock.now(), purpose: 'balance', status: 'paid' };
    const cash = newId();
    await mutate('payments.record', { id: cash, ...paid, method: 'cash' });
    await client.cancel(token);
    await runOutbox(api.jobs);
    expect(await refunds()).toEqual([]);
    expect((await own(token)).settlement).toEqual({ kept: 1800, returned: 0, toReturn: 3200 });
    const due = { paymentId: cash, amount: 3200, date: api.clock.now(), isDue: true };
    expect(await mutate('payments.refund', { id: newId(), ...due })).toBe('done');
    expect(await mutate('payments.refund', { id: newId(), ...due, amount: 1 })).toBe('validation_failed');
    expect((await own(token)).settlement).toEqual({ kept: 1800, returned: 3200, toReturn: 0 });
  });

  it('is refused if other amounts apply by now than the page showed', async () => {
    const type = await offerWith({ windows: TIERS, isAutomatic: true }, { online_payment: 'deposit' });
    const { token } = await bookAndPay(type);
    expect((await client.cancel(token, { returned: 6000 })).error.code).toBe('cancellation_changed');
    expect(await own(token)).toMatchObject({ status: 'confirmed' });
    expect((await client.cancel(token, { returned: 0 })).status).toBe(200);
  });

  it('promises nothing without a rule: the payment stays, and nothing is to be returned', async () => {
    const { token, email } = await bookAndPay(await offerWith(null, { online_payment: 'deposit' }));
    await client.cancel(token);
    await runOutbox(api.jobs);
    expect(await own(token)).toMatchObject({ paid: 6000, cancellation: null, settlement: null });
    expect(await refunds()).toEqual([]);
    expect(toClient(email).find((text) => text.includes('You’ve cancelled'))).toContain(
      'You’ve paid €60 for this session.',
    );
  });
});
