import { beforeEach, describe, expect, it } from 'vitest';
import { portal } from '#core/api/portal.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi } from '../support/api.ts';
import { backOffice } from '../support/back-office.ts';
import { invitedVisitor } from '../support/gallery-invites.ts';
import { clientBrowser, copiedToken, mailedTokens, makeLink } from '../support/portal.ts';
import { ChoosingBrowser, choosingGallery, insertSelection } from '../support/proofing.ts';
import { insertCustomer, insertRow, newId } from '../support/rows.ts';
import { connectStripe, deliverAll, payAt, takeEvents } from '../support/stripe.ts';
import { makeStudio, type Studio } from '../support/studio.ts';

const api = await testApi();
const office = backOffice(api.db);
let studio: Studio;

beforeEach(async () => {
  await api.db.pool.query('delete from rate_limits');
  studio = await makeStudio(api);
  await connectStripe(api, studio);
  takeEvents(api);
  await api.db.pool.query('delete from outbox');
  api.mails.length = 0;
});

const query = async (sql: string, values: unknown[]) => (await api.db.pool.query(sql, values)).rows;

/** A gallery of a client without a session, with a selection whose photos cost 15 each beyond the first. */
async function makeChoice() {
  const email = `${newId()}@example.org`;
  const customerId = await insertCustomer(api.db.pool, studio.id, { name: 'Núria', email });
  const { galleryId, photos } = await choosingGallery(api, studio, { customer_id: customerId, name: 'Núria i Pau' });
  const { cookie } = await invitedVisitor(api, studio, galleryId, { can_select: true });
  const browser = new ChoosingBrowser(api, galleryId, [cookie]);
  const orderId = await insertSelection(api, studio, galleryId, { included_count: 1, extraPrice: 1500 });
  /** Chooses the first `count` photos and submits; opens the selection again if it was submitted. */
  const submit = async (count: number) => {
    await query("update pick_lists set status = 'open' where id = $1", [orderId]);
    for (const [at, { id }] of photos.entries()) {
      await (at < count ? browser.pick(id, { listId: orderId }) : browser.unpick(id, orderId));
    }
    const [{ version }] = await query('select version from pick_lists where id = $1', [orderId]);
    expect((await browser.submit(orderId, version)).status).toBe(200);
  };
  return { email, customerId, galleryId, orderId, submit };
}

const mutate = (name: string, args: object, who = studio.owner, role: 'owner' | 'photographer' = 'owner') =>
  office.mutate(
    `payments.${name}`,
    { ...args, now: api.clock.now() } as never,
    { userId: who.userId, accountId: studio.id, role, now: () => api.clock.now() } as never,
  );

const totals = async (orderId: string) =>
  (
    await query('select total, paid, open, payment_status as status from order_totals where order_id = $1', [orderId])
  )[0];
const payments = (orderId: string) =>
  query(
    `select id, purpose, amount, status, receipt is not null as "hasReceipt" from payments
     where order_id = $1 order by created_at, refunds_payment_id nulls first`,
    [orderId],
  );

/** The client's page, opened by a link that the studio copied. */
async function openPage(customerId: string) {
  const client = clientBrowser(api, studio, await copiedToken(api, studio, customerId));
  const read = async () => (await client.page()).read(portal.page);
  const owed = async () => (await read()).tasks.filter(({ kind }) => kind === 'order');
  return { client, read, owed };
}

describe('extra photos without a session', () => {
  it('are not paid by card when less is left than Stripe charges', async () => {
    const { customerId, orderId, submit } = await makeChoice();
    await submit(3);
    const author = { account_id: studio.id, author_id: studio.owner.userId, customer_id: customerId };
    const cash = { id: newId(), ...author, order_id: orderId, currency: 'EUR', date: new Date(), method: 'cash' };
    await insertRow(api.db.pool, 'payments', { ...cash, amount: 2_951, status: 'paid' });
    const { client, owed } = await openPage(customerId);
    expect(await owed()).toMatchObject([{ amount: 49, item: null }]);
    expect((await client.payOrder(orderId, 'balance')).error.code).toBe('payment_not_due');
  });

  it('are owed, requested by mail, paid by card on the client’s page, and in the books', async () => {
    const { email, customerId, orderId, submit, galleryId } = await makeChoice();
    await submit(3);
    expect(await totals(orderId)).toEqual({ total: 3_000, paid: 0, open: 3_000, status: 'pending' });
    await runOutbox(api.jobs);
    api.mails.length = 0;
    expect(await mutate('requestPayment', { orderId })).toBe('done');
    const [token] = await mailedTokens(api, email);
    expect(api.mails).toMatchObject([{ to: email, subject: '€30 to pay for your extra photos' }]);
    const client = clientBrowser(api, studio, token!);
    const page = (await client.page()).read(portal.page);
    const [task] = page.tasks.filter(({ kind }) => kind === 'order');
    expect(task).toMatchObject({ id: orderId, gallery: 'Núria i Pau', amount: 3_000, isOnItsWay: false });
    const { url } = (await client.payOrder(orderId, task!.kind === 'order' ? task!.item! : '')).read(portal.payOrder);
    payAt(api, url);
    api.mails.length = 0;
    await deliverAll(api);
    expect(await totals(orderId)).toEqual({ total: 3_000, paid: 3_000, open: 0, status: 'paid' });
    const [paid] = await payments(orderId);
    expect(paid).toMatchObject({ purpose: 'extras', amount: 3_000, status: 'paid', hasReceipt: true });
    const [toClient] = api.mails.filter(({ to }) => to === email);
    expect(toClient).toMatchObject({ subject: expect.stringMatching(/^Receipt /) });
    expect(api.mails.some(({ to }) => to === 'owner@example.org')).toBe(true);
    const after = (await client.page()).read(portal.page);
    expect(after.tasks).toEqual([]);
    expect(after.receipts).toMatchObject([{ paymentId: paid.id, amount: 3_000, session: 'Núria i Pau' }]);
    expect((await client.receipt(paid.id)).status).toBe(200);
    const csv = await api.call('GET', '/api/payments.csv', { as: studio.owner, account: studio.id });
    expect(csv.text).toContain('Núria i Pau');
    const balance = 'select billed::int, paid::int from customer_balances where customer_id = $1';
    expect(await query(balance, [customerId])).toEqual([{ billed: 3_000, paid: 3_000 }]);
    expect(await query('select session_id, gallery_id from orders where id = $1', [orderId])).toEqual([
      { session_id: null, gallery_id: galleryId },
    ]);
    // What is paid is not charged again: a new round adds the difference.
    await submit(4);
    expect(await totals(orderId)).toMatchObject({ total: 4_500, open: 1_500, status: 'partial' });
  });

  it('are charged once if the session that paid for the first ones leaves the gallery', async () => {
    const { customerId, galleryId, orderId, submit } = await makeChoice();
    const session = { id: newId(), account_id: studio.id, author_id: studio.owner.userId, gallery_id: galleryId };
    await insertRow(api.db.pool, 'sessions', { ...session, customer_id: customerId, date: new Date() });
    await submit(3);
    const [{ id }] = await payments(session.id);
    await mutate('markPaid', { id, method: 'cash' });
    await query('update sessions set gallery_id = null where id = $1', [session.id]);
    await submit(4);
    expect(await totals(orderId)).toMatchObject({ total: 1_500, open: 1_500 });
  });

  it('bring a pay link to a contact who pays, and to no other', async () => {
    const { customerId, galleryId, submit } = await makeChoice();
    const contact = { account_id: studio.id, author_id: studio.owner.userId, customer_id: customerId, position: 1 };
    const email = `${newId()}@example.org`;
    await insertRow(api.db.pool, 'customer_contacts', { id: newId(), ...contact, name: 'Pau', email });
    await query('update grants set email = $2 where gallery_id = $1', [galleryId, email]);
    await submit(3);
    expect(await mailedTokens(api, email)).toEqual([]);
    await query('update customer_contacts set pays = true where email = $1', [email]);
    api.mails.length = 0;
    await submit(4);
    expect(await mailedTokens(api, email)).toHaveLength(1);
  });

  it('are received by hand, refunded and waived', async () => {
    const { orderId, submit } = await makeChoice();
    await submit(3);
    const [{ id }] = await payments(orderId);
    await mutate('markPaid', { id, method: 'cash' });
    expect(await payments(orderId)).toMatchObject([{ id, status: 'paid', hasReceipt: true }]);
    const refund = { paymentId: id, amount: 1_500, date: api.clock.now(), reducesPrice: true };
    await mutate('refund', { id: newId(), ...refund });
    expect(await totals(orderId)).toEqual({ total: 1_500, paid: 1_500, open: 0, status: 'paid' });
    await mutate('record', {
      id: newId(),
      orderId,
      amount: 700,
      date: api.clock.now(),
      method: 'bizum',
      purpose: 'extras',
      status: 'paid',
    });
    expect(await totals(orderId)).toMatchObject({ paid: 2_200, open: -700 });
    await submit(4);
    expect(await totals(orderId)).toMatchObject({ total: 3_000, open: 800 });
    await mutate('waiveOrder', { orderId });
    expect(await totals(orderId)).toEqual({ total: 2_200, paid: 2_200, open: 0, status: 'paid' });
    expect((await payments(orderId)).at(-1)).toMatchObject({ amount: 800, status: 'void' });
    expect(await mutate('requestPayment', { orderId })).toBe('payment_not_due');
  });

  it('are paid by the client alone, and requested by who sees the amount', async () => {
    const { customerId, orderId, submit } = await makeChoice();
    await submit(3);
    const stranger = await openPage(await insertCustomer(api.db.pool, studio.id));
    expect(await stranger.owed()).toEqual([]);
    expect((await stranger.client.payOrder(orderId, 'balance')).error.code).toBe('not_found');
    const { photographer } = studio.people;
    expect(await mutate('requestPayment', { orderId }, photographer, 'photographer')).toBe('forbidden');
    // The client's page shows the amount.
    expect((await makeLink(api, studio, customerId, { as: photographer })).error.code).toBe('forbidden');
    const ctx = { userId: photographer.userId, accountId: studio.id, role: 'photographer', now: () => api.clock.now() };
    const changes = { email: 'other@example.org' };
    const redirect = office.mutate('customers.update', { id: customerId, changes, now: api.clock.now() }, ctx as never);
    expect(await redirect).toBe('forbidden');
  });
});

describe('a payment by a method that takes days', () => {
  const settle = (url: string, hasArrived: boolean) => {
    const [account, session] = new URL(url).pathname.split('/').slice(2);
    api.stripe.world.settle(account!, session!, hasArrived);
  };

  /** Pays extra photos; Stripe is still processing the payment. */
  async function payLater() {
    const { customerId, orderId, submit } = await makeChoice();
    await submit(3);
    const page = await openPage(customerId);
    const [task] = await page.owed();
    const item = task?.kind === 'order' ? task.item! : '';
    const { url } = (await page.client.payOrder(orderId, item)).read(portal.payOrder);
    payAt(api, url, 'processing');
    await deliverAll(api);
    return { ...page, orderId, item, url };
  }

  it('cannot be paid twice, and is recorded once when it arrives', async () => {
    const { client, owed, orderId, item, url } = await payLater();
    expect(await owed()).toMatchObject([{ amount: 3_000, isOnItsWay: true }]);
    expect((await client.payOrder(orderId, item)).error.code).toBe('payment_processing');
    api.clock.advance(DAY_MS);
    expect((await client.payOrder(orderId, item)).error.code).toBe('payment_processing');
    settle(url, true);
    await deliverAll(api);
    expect(await payments(orderId)).toMatchObject([{ amount: 3_000, status: 'paid' }]);
    expect(await owed()).toEqual([]);
  });

  it('can be paid again once it has failed', async () => {
    const { client, owed, orderId, item, url } = await payLater();
    settle(url, false);
    await deliverAll(api);
    expect(await owed()).toMatchObject([{ amount: 3_000, isOnItsWay: false }]);
    payAt(api, (await client.payOrder(orderId, item)).read(portal.payOrder).url);
    await deliverAll(api);
    expect(await totals(orderId)).toMatchObject({ paid: 3_000, open: 0 });
  });

  it('is found at Stripe within a day if its report is lost', async () => {
    const { orderId, url } = await payLater();
    settle(url, true);
    takeEvents(api);
    api.clock.advance(DAY_MS + 1);
    await runOutbox(api.jobs);
    expect(await totals(orderId)).toMatchObject({ paid: 3_000, open: 0 });
  });
});
