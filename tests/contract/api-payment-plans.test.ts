import { beforeEach, expect, it } from 'vitest';
import { booking } from '#core/api/booking.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { createSessionLink } from '#functions/sessions/session-links.ts';
import { testApi } from '../support/api.ts';
import { openBooking, type Visitor, visitor } from '../support/booking.ts';
import { insertCustomer, insertRow, newId } from '../support/rows.ts';
import { connectStripe, deliverAll, payAt, takeEvents } from '../support/stripe.ts';
import { makeStudio, type Studio } from '../support/studio.ts';

const api = await testApi();
let studio: Studio;
let client: Visitor;
let session: string;
let link: string;

/** A wedding of €2,400 by three instalments: the first is late, the second due in a month. */
beforeEach(async () => {
  await api.db.pool.query('delete from rate_limits');
  studio = await makeStudio(api);
  await openBooking(api, studio);
  await connectStripe(api, studio);
  takeEvents(api);
  client = visitor(api, studio, 1);
  session = newId();
  const author = { account_id: studio.id, author_id: studio.owner.userId };
  const customer = await insertCustomer(api.db.pool, studio.id, { name: 'Núria', email: 'nuria@example.org' });
  const date = new Date(api.clock.now() + 90 * DAY_MS);
  await insertRow(api.db.pool, 'sessions', { id: session, ...author, customer_id: customer, date, type: 'Boda' });
  await query('update session_billing set payment_amount = 240000 where session_id = $1', [session]);
  await query(
    `insert into order_instalments (order_id, position, account_id, amount, due_at)
     values ($1, 1, $2, 60000, $3), ($1, 2, $2, 90000, $4), ($1, 3, $2, 90000, $5)`,
    [session, studio.id, ...[-1, 30, 60].map((days) => new Date(api.clock.now() + days * DAY_MS))],
  );
  const token = await createSessionLink(api.services.db, {
    accountId: studio.id,
    sessionId: session,
    now: api.clock.now(),
  });
  link = token!;
});

const query = async (sql: string, values: unknown[]) => (await api.db.pool.query(sql, values)).rows;
const own = async () => (await client.own(link)).read(booking.managed).booking;
async function pay(item: string): Promise<void> {
  payAt(api, (await client.pay(link, item)).read(booking.pay).url);
  await deliverAll(api);
}
const payments = () =>
  query('select purpose, amount from payments where session_id = $1 order by created_at', [session]);

it('shows a plan with what is paid and next, and takes each part by card', async () => {
  expect(await own()).toMatchObject({
    plan: [
      { amount: 60_000, paid: 0, isNext: true },
      { amount: 90_000, paid: 0, isNext: false },
      { amount: 90_000, paid: 0, isNext: false },
    ],
    payments: [
      { item: 'deposit', amount: 60_000 },
      { item: 'all', amount: 240_000, dueAt: null },
    ],
  });
  await pay('deposit');
  expect(await own()).toMatchObject({
    plan: [{ paid: 60_000, isNext: false }, { paid: 0, isNext: true }, { isNext: false }],
    payments: [
      { item: 'instalment-2', amount: 90_000 },
      { item: 'all', amount: 180_000 },
    ],
  });
  await pay('instalment-2');
  expect(await own()).toMatchObject({ payments: [{ item: 'balance', amount: 90_000 }] });
  await pay('balance');
  expect(await own()).toMatchObject({ paid: 240_000, payments: [] });
  expect(await payments()).toEqual([
    { purpose: 'deposit', amount: 60_000 },
    { purpose: 'instalment', amount: 90_000 },
    { purpose: 'balance', amount: 90_000 },
  ]);
});

it('takes all that is open in one payment, and neither a later part alone nor one that is paid', async () => {
  const late = await client.pay(link, 'instalment-2');
  expect(late.status).toBe(409);
  await pay('all');
  expect(await own()).toMatchObject({ paid: 240_000, payments: [] });
  expect((await client.pay(link, 'deposit')).status).toBe(409);
  expect(await payments()).toEqual([{ purpose: 'balance', amount: 240_000 }]);
});

it('shows no plan once the session is cancelled', async () => {
  await query("update sessions set status = 'cancelled' where id = $1", [session]);
  expect(await own()).toMatchObject({ plan: [], payments: [] });
});
