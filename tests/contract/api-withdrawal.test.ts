import { beforeEach, describe, expect, it } from 'vitest';
import { booking } from '#core/api/booking.ts';
import { portal } from '#core/api/portal.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { instantAtMinute } from '#core/domain/values/time.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { scheduleMessage } from '#functions/outbox/messages.ts';
import { createSessionLink } from '#functions/sessions/session-links.ts';
import { failRefund } from '#functions/stripe/refunds.ts';
import { testApi } from '../support/api.ts';
import { backOffice } from '../support/back-office.ts';
import { offer, openBooking, type Visitor, visitor } from '../support/booking.ts';
import { clientBrowser, copiedToken } from '../support/portal.ts';
import { insertCustomer, insertRow, newId } from '../support/rows.ts';
import { connectStripe, deliverAll, openCheckout, payAt, takeEvents } from '../support/stripe.ts';
import { makeStudio, type Studio } from '../support/studio.ts';

const api = await testApi();
const office = backOffice(api.db);
let studio: Studio;
let client: Visitor;
/** Nine o'clock 40 days from now, in the studio's zone. */
let nine: number;

beforeEach(async () => {
  await api.db.pool.query('delete from rate_limits');
  studio = await makeStudio(api);
  await openBooking(api, studio);
  await connectStripe(api, studio);
  takeEvents(api);
  client = visitor(api, studio, 1);
  nine = instantAtMinute(new Date(api.clock.now() + 40 * DAY_MS).toISOString().slice(0, 10), 9 * 60, 'Europe/Madrid');
  api.mails.length = 0;
});

const query = async (sql: string, values: unknown[]) => (await api.db.pool.query(sql, values)).rows;
const from = (network: number) => ({ 'x-viewer-address': `10.9.${network}.1` });
const sessionPath = (token: string) => `/api/p/${studio.slug}/bookings/${token}/withdrawal`;
const open = (path: string) => api.call('GET', path, { channel: null, headers: from(1) });
/** Sends the form as a browser without scripts. */
const submit = (path: string, name = 'Núria Güell', network = 1) =>
  api.call('POST', path, {
    channel: null,
    headers: { ...from(network), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ name }).toString(),
  });
const mutate = (name: string, args: object) =>
  office.mutate(
    name as never,
    { ...args, now: api.clock.now() } as never,
    { userId: studio.owner.userId, accountId: studio.id, role: 'owner', now: () => api.clock.now() } as never,
  );
const order = async (id: string) =>
  (
    await query(
      `select o.withdrawn_at as at, o.withdrawn_name as name, o.withdrawn_sources as sources, t.total, t.paid, t.open,
         o.withdrawal_settled_at is not null as "isSettled"
       from orders o join order_totals t on t.order_id = o.id where o.id = $1`,
      [id],
    )
  )[0];

/** Books a session of €180 and pays its deposit by card. */
async function bookAndPay(email = `${newId()}@example.org`) {
  const type = await offer(api, studio, {
    type: { online_payment: 'deposit' },
    price: { price: 18_000, deposit: 6_000 },
  });
  const { token, url } = await openCheckout(client, { sessionTypeId: type, start: nine }, { email, language: 'en' });
  payAt(api, url);
  await deliverAll(api);
  const [session] = await query('select id from sessions where account_id = $1', [studio.id]);
  return { token, email, sessionId: session.id as string };
}

describe('a client who booked online', () => {
  it('is told of the right, and withdraws by a plain form, confirmed to both sides', async () => {
    const { token, email, sessionId } = await bookAndPay();
    await runOutbox(api.jobs);
    const confirmation = api.mails.find(
      ({ to, subject }) => to === email && subject.startsWith('Your session is confirmed'),
    );
    const mailed =
      /You can withdraw from this contract without giving a reason until [^.]+\.\n\nWithdraw from the contract:\n(\S+)/.exec(
        confirmation!.text,
      );
    expect((await open(new URL(mailed![1]!).pathname)).status).toBe(200);
    expect((await client.own(token)).read(booking.managed).booking.withdrawal).toMatchObject({ state: 'open' });
    const page = await open(sessionPath(token));
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.text).not.toContain('<script');
    expect(page.text).toContain('Confirm withdrawal');
    expect(page.text).toContain('value="Núria"');
    api.mails.length = 0;

    const done = await submit(sessionPath(token));
    expect([done.status, done.text.includes('You’ve withdrawn from the contract')]).toEqual([200, true]);
    expect(await order(sessionId)).toMatchObject({ name: 'Núria Güell', sources: ['price'], isSettled: false });
    await runOutbox(api.jobs);
    const toClient = api.mails.find(({ to }) => to === email);
    for (const text of ['I withdraw from the contract with', 'Portrait', 'Núria Güell, ', 'Order RF']) {
      expect(toClient?.text).toContain(text);
    }
    const toStudio = api.mails.find(({ to }) => to === 'owner@example.org');
    expect(toStudio?.subject).toBe('Núria withdrew from the contract');
    expect(toStudio?.text).toContain('I withdraw from the contract with');

    // Nothing is asked for any more, and a second declaration changes nothing.
    const { withdrawal, payments } = (await client.own(token)).read(booking.managed).booking;
    expect([withdrawal, payments]).toMatchObject([{ state: 'declared', endsOrder: true }, []]);
    const [{ customer_id: customerId }] = await query('select customer_id from sessions where id = $1', [sessionId]);
    const link = clientBrowser(api, studio, await copiedToken(api, studio, customerId));
    expect((await link.page()).read(portal.page).upcoming).toMatchObject([{ id: sessionId, withdrawal }]);
    const first = await order(sessionId);
    api.mails.length = 0;
    expect((await submit(sessionPath(token), 'Somebody else')).status).toBe(200);
    await runOutbox(api.jobs);
    expect([await order(sessionId), api.mails]).toEqual([first, []]);
  });

  it('reads the page in the language that they chose, else in the browser’s, and in the studio’s fonts', async () => {
    const { token } = await bookAndPay();
    const settings = { translations: { ca: { name: 'Retrat' }, es: { name: 'Retrato' } } };
    await query('update session_types set settings = $2 where account_id = $1', [studio.id, settings]);
    await query("update settings set value = '\"Lora\"' where account_id = $1 and key = 'theme.bodyFont'", [studio.id]);
    const read = async (headers: Record<string, string>, cookies: string[] = []) =>
      (await api.call('GET', sessionPath(token), { channel: null, headers: { ...from(1), ...headers }, cookies })).text;
    const spanish = await read({ 'accept-language': 'de,es;q=0.8' });
    expect(spanish).toContain('<html lang="es">');
    expect(spanish).toContain('Retrato, ');
    expect(spanish).toContain('--font-text:"Lora"');
    const catalan = await read({ 'accept-language': 'es' }, ['i18next=ca']);
    expect(catalan).toContain('<html lang="ca">');
    expect(catalan).toContain('Retrat, ');
  });

  it('is shown the form again without a name, and cannot withdraw after the days', async () => {
    const { token, sessionId } = await bookAndPay();
    const empty = await submit(sessionPath(token), '  ');
    expect([empty.status, empty.text.includes('Enter your name.')]).toEqual([400, true]);
    await query("update sessions set created_at = created_at - interval '17 days' where id = $1 returning ''", [
      sessionId,
    ]);
    expect((await client.own(token)).read(booking.managed).booking.withdrawal).toBeNull();
    expect((await open(sessionPath(token))).text).toContain('You can no longer withdraw here');
    const late = await submit(sessionPath(token));
    expect(late.status).toBe(409);
    expect((await order(sessionId)).at).toBeNull();
  });

  it('finds no right where the studio does not offer it for a date', async () => {
    const { token } = await bookAndPay();
    await openBooking(api, studio, { withdrawable: false });
    expect((await client.own(token)).read(booking.managed).booking.withdrawal).toBeNull();
    expect((await open(sessionPath(token))).text).toContain('nothing to withdraw from');
  });

  it('is refused as others are: by network, and with a wrong link', async () => {
    const { token } = await bookAndPay();
    const wrong = await open(sessionPath('x'.repeat(43)));
    expect([wrong.status, wrong.text.includes('This link no longer works')]).toEqual([404, true]);
    await insertLimit();
    const limited = await submit(sessionPath(token));
    expect([limited.status, limited.text.includes('Too many requests')]).toEqual([429, true]);
    expect((await submit(sessionPath(token), 'Núria', 2)).status).toBe(200);
  });

  it('who only receives is told of no right and cannot withdraw', async () => {
    const { sessionId, email } = await bookAndPay();
    const [{ customer_id: customerId }] = await query('select customer_id from sessions where id = $1', [sessionId]);
    const contact = await insertReceiver(customerId);
    const of = { accountId: studio.id, sessionId, now: api.clock.now() };
    const linkOf = async (contactId: string) => (await createSessionLink(api.services.db, { ...of, contactId }))!;
    const token = await linkOf(contact.id);
    const mail = { accountId: studio.id, sessionId, kind: 'booking_confirmed' as const };
    await runOutbox(api.jobs);
    api.mails.length = 0;
    await api.services.db.transaction((tx) => scheduleMessage(tx, mail, api.clock.now()));
    await runOutbox(api.jobs);
    const told = api.mails.map(({ to, text }) => [to, text.includes('You can withdraw from this contract')]);
    expect(Object.fromEntries(told)).toEqual({ [email]: true, [contact.email]: false });
    const withdrawals = async (link: string) => (await client.own(link)).read(booking.managed).booking.withdrawal;
    expect(await withdrawals(token)).toBeNull();
    expect([(await open(sessionPath(token))).status, (await submit(sessionPath(token))).status]).toEqual([404, 404]);
    expect((await order(sessionId)).at).toBeNull();
    for (const role of ['pays', 'signs'] as const) {
      await query(`update customer_contacts set pays = $2, signs = $3 where id = $1`, [
        contact.id,
        role === 'pays',
        role === 'signs',
      ]);
      expect(await withdrawals(token)).toMatchObject({ state: 'open' });
    }
    expect((await submit(sessionPath(token))).status).toBe(200);
    await query('update customer_contacts set pays = false, signs = false where id = $1', [contact.id]);
    expect(await withdrawals(token)).toMatchObject({ state: 'declared', endsOrder: true });
  });

  it('gets the session cancelled and the deposit back once, also if two members settle it together', async () => {
    const { token, sessionId } = await bookAndPay();
    await submit(sessionPath(token));
    await runOutbox(api.jobs);
    const settle = () => mutate('payments.settleWithdrawal', { sessionId, takesOff: true });
    expect(await Promise.all([settle(), settle()])).toEqual(['done', 'done']);
    const refunds = () =>
      query('select amount, status from payments where order_id = $1 and refunds_payment_id is not null', [sessionId]);
    expect(await refunds()).toEqual([{ amount: 6_000, status: 'pending' }]);
    const [stored] = await query(
      'select s.status, b.kept_amount as kept from sessions s join session_billing b on b.session_id = s.id where s.id = $1',
      [sessionId],
    );
    expect(stored).toEqual({ status: 'cancelled', kept: 0 });
    await deliverAll(api);
    expect(await refunds()).toEqual([{ amount: 6_000, status: 'paid' }]);
    expect(await order(sessionId)).toMatchObject({ paid: 0, isSettled: true });
    // The mail about the cancellation waits until it cannot be undone any more.
    const [{ kinds }] = await query(
      'select array_agg(kind order by kind) as kinds from messages where session_id = $1',
      [sessionId],
    );
    expect(kinds.filter((kind: string) => kind === 'session_cancelled')).toHaveLength(1);
    expect(await settle()).toBe('done');
    expect(await refunds()).toHaveLength(1);
  });

  it('gets back only what is not on its way, and the withdrawal is open again if that fails', async () => {
    const { token, sessionId } = await bookAndPay();
    await submit(sessionPath(token));
    const [payment] = await query('select id from payments where session_id = $1', [sessionId]);
    const byHand = { id: newId(), paymentId: payment.id, amount: 2_000, date: api.clock.now() };
    expect(await mutate('payments.refund', byHand)).toBe('done');
    expect(await mutate('payments.settleWithdrawal', { sessionId, takesOff: true })).toBe('done');
    const refunds = () =>
      query('select id, amount, status from payments where refunds_payment_id = $1 order by amount', [payment.id]);
    const [, settling] = await refunds();
    expect(await refunds()).toMatchObject([{ amount: 2_000 }, { amount: 4_000, status: 'pending' }]);
    const about = { accountId: studio.id, sessionId };
    const fail = (id: string) =>
      api.db.apiPool.connect().then(async (client) => {
        try {
          const sql = {
            query: async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows,
          };
          await failRefund(sql as never, about, { id, status: 'pending' }, api.clock.now());
        } finally {
          client.release();
        }
      });
    await fail(byHand.id);
    expect(await order(sessionId)).toMatchObject({ isSettled: true });
    await fail(settling.id);
    expect(await order(sessionId)).toMatchObject({ isSettled: false, total: 18_000 });
    expect(await mutate('payments.settleWithdrawal', { sessionId, takesOff: true })).toBe('done');
    expect((await refunds()).filter(({ status }) => status === 'pending')).toMatchObject([{ amount: 6_000 }]);
    expect(await order(sessionId)).toMatchObject({ isSettled: true, total: 18_000 });
  });
});

/** A second contact of a client, who only receives. */
async function insertReceiver(customerId: string): Promise<{ id: string; email: string }> {
  const contact = { id: newId(), position: 1, name: 'Marc', email: `${newId()}@example.org`, receives: true };
  const of = { account_id: studio.id, author_id: studio.owner.userId, customer_id: customerId };
  await insertRow(api.db.pool, 'customer_contacts', { ...of, ...contact });
  return contact;
}

/** Uses up the writes of network 1. */
async function insertLimit(): Promise<void> {
  for (let sent = 0; sent < 150; sent++) await submit(sessionPath('y'.repeat(43)));
}

describe('a client’s page', () => {
  it('shows an order’s lines, and withdraws from extra photos without a session', async () => {
    const email = `${newId()}@example.org`;
    const customerId = await insertCustomer(api.db.pool, studio.id, { name: 'Núria', email, language: 'en' });
    const orderId = newId();
    const author = { account_id: studio.id, author_id: studio.owner.userId };
    await insertRow(api.db.pool, 'orders', {
      id: orderId,
      ...author,
      kind: 'gallery',
      customer_id: customerId,
      currency: 'EUR',
    });
    const append = (source: string, title: string, amount: number) =>
      query('select append_order_line($1, $2, $3, $4, $5)', [studio.id, orderId, source, title, amount]);
    await append(`list:${newId()}`, 'Album', 4_500);
    const product = { id: newId(), ...author, kind: 'option', texts: '{}', amount: 2_000, withdrawal: 'made_to_order' };
    await insertRow(api.db.pool, 'products', product);
    const line = { productId: product.id, title: 'Framed print', quantity: 2, unitAmount: 2_000, discount: 500 };
    expect(await mutate('payments.addLine', { orderId, id: newId(), line })).toBe('done');

    const token = await copiedToken(api, studio, customerId);
    const read = async () => (await clientBrowser(api, studio, token).page()).read(portal.page);
    const [shown] = (await read()).orders ?? [];
    expect(shown).toMatchObject({
      id: orderId,
      lines: [
        { kind: 'extras', title: 'Album', amount: 4_500 },
        { kind: 'product', title: 'Framed print', quantity: 2, unitAmount: 2_000, discount: 500, amount: 3_500 },
      ],
      withdrawal: { state: 'open' },
    });
    const base = `/api/p/${studio.slug}/client/${token}`;
    expect((await open(`${base}/withdrawals`)).text).toContain(`orders/${orderId}/withdrawal`);
    const { id: receiver } = await insertReceiver(customerId);
    const give = (contactId: string | null) =>
      query('update client_links set contact_id = $2 where customer_id = $1', [customerId, contactId]);
    await give(receiver);
    for (const path of ['/withdrawals', `/orders/${orderId}/withdrawal`]) {
      expect((await open(base + path)).status).toBe(404);
    }
    expect((await submit(`${base}/orders/${orderId}/withdrawal`)).status).toBe(404);
    expect((await order(orderId)).at).toBeNull();
    await give(null);
    const page = await open(`${base}/orders/${orderId}/withdrawal`);
    // What is made to order is not in it.
    expect([page.text.includes('– Album'), page.text.includes('Framed print')]).toEqual([true, false]);
    expect((await submit(`${base}/orders/${orderId}/withdrawal`)).status).toBe(200);
    // What the client keeps is still owed.
    expect((await read()).tasks).toMatchObject([{ kind: 'order', amount: 3_500 }]);
    await runOutbox(api.jobs);
    expect(api.mails.find(({ to }) => to === email)?.text).toContain('– Album');
    expect(await mutate('payments.settleWithdrawal', { orderId, takesOff: true })).toBe('done');
    expect(await order(orderId)).toMatchObject({ total: 3_500, open: 3_500, isSettled: true });
    expect((await read()).tasks).toMatchObject([{ kind: 'order', amount: 3_500 }]);
    // What is ordered later, in the same order, can be withdrawn from again.
    expect((await read()).orders?.[0]?.withdrawal).toMatchObject({ state: 'declared' });
    await append(`list:${newId()}`, 'Prints', 1_000);
    expect((await read()).orders?.[0]?.withdrawal).toMatchObject({ state: 'open' });
    const second = await submit(`${base}/orders/${orderId}/withdrawal`);
    expect([second.text.includes('– Prints'), second.text.includes('– Album')]).toEqual([true, false]);
    expect(await order(orderId)).toMatchObject({ isSettled: false });
    expect(await mutate('payments.settleWithdrawal', { orderId, takesOff: true })).toBe('done');
    expect(await order(orderId)).toMatchObject({ total: 3_500, isSettled: true });
    // A client of another studio finds nothing of it.
    const other = await makeStudio(api);
    expect((await open(`/api/p/${other.slug}/client/${token}/orders/${orderId}/withdrawal`)).status).toBe(404);
  });
});
