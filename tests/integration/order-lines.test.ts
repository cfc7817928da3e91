import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '#functions/platform/db/database.ts';
import { backOffice } from '../support/back-office.ts';
import { makeMembers, type Members } from '../support/back-office-rows.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { moneyTotals } from '../support/money-recount.ts';
import { insertCustomer, insertRow, newId, type Row } from '../support/rows.ts';

const NOW = Date.UTC(2026, 10, 26, 12);
let database: TestDatabase;
let db: Database;
let members: Members;
let sessionId: string;

beforeAll(async () => {
  database = await createDatabase();
  db = connectDatabase(database.apiUrl, 4);
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});
beforeEach(async () => {
  members = await makeMembers(database.pool);
  const { accountId, people } = members;
  const customer_id = await insertCustomer(database.pool, accountId);
  sessionId = newId();
  const session = { id: sessionId, account_id: accountId, author_id: people.owner, customer_id, date: new Date(NOW) };
  await insertRow(database.pool, 'sessions', session);
  await query('update session_billing set payment_amount = 100000, deposit_amount = 40000 where session_id = $1', [
    sessionId,
  ]);
});

const query = async <R = Row>(sql: string, values: unknown[] = []) =>
  (await database.pool.query(sql, values)).rows as R[];
const mutate = (name: string, args: object) =>
  backOffice(database).mutate(
    name as never,
    { ...args, now: NOW } as never,
    { userId: members.people.owner, accountId: members.accountId, role: 'owner', now: () => NOW } as never,
  );
const ALBUM = { productId: null, title: 'Album', quantity: 2, unitAmount: 30_000, discount: 5_000 };
const add = (id: string, line: object = ALBUM) => mutate('payments.addLine', { sessionId, id, line });
const bill = async () =>
  (
    await query(
      'select payment_amount as price, deposit_amount as deposit from session_billing where session_id = $1',
      [sessionId],
    )
  )[0];
const amounts = async () =>
  (
    await query<{ source: string; amount: number }>(
      `select split_part(source, ':', 1) as source, sum(amount)::int as amount from order_lines where order_id = $1
       group by order_lines.source, 1 order by min(position)`,
      [sessionId],
    )
  ).map(({ source, amount }) => [source, amount]);

describe('a product', () => {
  it('is added to a session’s price once, with its pieces and its discount', async () => {
    const id = newId();
    expect(await add(id)).toBe('done');
    expect(await add(id)).toBe('done');
    expect(await bill()).toEqual({ price: 155_000, deposit: 40_000 });
    expect(
      await query(
        'select title, quantity, unit_amount, discount from order_lines where order_id = $1 and quantity > 1',
        [sessionId],
      ),
    ).toEqual([{ title: 'Album', quantity: 2, unit_amount: 30_000, discount: 5_000 }]);
  });

  it('keeps title and price when the price list changes', async () => {
    const product = newId();
    const texts = { en: { name: 'Album', description: '' } };
    await mutate('products.create', { id: product, kind: 'option', texts, amount: 30_000 });
    expect(await add(newId(), { ...ALBUM, productId: product })).toBe('done');
    await mutate('products.update', { id: product, changes: { amount: 99 } });
    expect(await bill()).toMatchObject({ price: 155_000 });
  });

  it('of another studio is not added', async () => {
    const product = newId();
    const other = await makeMembers(database.pool);
    const row = { id: product, account_id: other.accountId, author_id: other.people.owner, kind: 'option', amount: 1 };
    await insertRow(database.pool, 'products', { ...row, texts: { en: { name: 'Album', description: '' } } });
    expect(await add(newId(), { ...ALBUM, productId: product })).toBe('not_found');
    expect(await bill()).toMatchObject({ price: 100_000 });
  });

  it('is removed by a line that corrects it, once', async () => {
    const id = newId();
    await add(id);
    const remove = () => mutate('payments.removeLine', { sessionId, source: `product:${id}` });
    expect(await remove()).toBe('done');
    expect(await remove()).toBe('not_found');
    expect(await bill()).toEqual({ price: 100_000, deposit: 40_000 });
    expect(
      await query(
        "select amount, is_correction from order_lines where order_id = $1 and source like 'product%' order by position",
        [sessionId],
      ),
    ).toEqual([
      { amount: 55_000, is_correction: false },
      { amount: -55_000, is_correction: true },
    ]);
  });
});

describe('a discount', () => {
  it('is divided among the lines, which keep their share when another is removed', async () => {
    const id = newId();
    await add(id, { ...ALBUM, quantity: 1, unitAmount: 50_000, discount: 0 });
    expect(await mutate('payments.discount', { sessionId, amount: 10_000 })).toBe('done');
    expect(await amounts()).toEqual([
      ['price', 93_333],
      ['product', 46_667],
    ]);
    await mutate('payments.removeLine', { sessionId, source: `product:${id}` });
    expect(await bill()).toMatchObject({ price: 93_333 });
  });

  it('lowers the deposit to the price, and is not more than the price', async () => {
    expect(await mutate('payments.discount', { sessionId, amount: 100_001 })).toBe('validation_failed');
    expect(await mutate('payments.discount', { sessionId, amount: 70_000 })).toBe('done');
    expect(await bill()).toEqual({ price: 30_000, deposit: 30_000 });
  });

  it('shortens a payment plan from its end', async () => {
    const instalments = [40_000, 60_000].map((amount, index) => ({ amount, dueAt: NOW + index }));
    await mutate('payments.setPlan', { sessionId, instalments, moves: false, reminds: true });
    await mutate('payments.discount', { sessionId, amount: 10_000 });
    expect(
      await query('select amount from order_instalments where order_id = $1 order by position', [sessionId]),
    ).toEqual([{ amount: 40_000 }, { amount: 50_000 }]);
  });
});

it('the books balance after lines, discounts and removals', async () => {
  const id = newId();
  await add(id);
  await mutate('payments.discount', { sessionId, amount: 7_777 });
  await mutate('payments.removeLine', { sessionId, source: `product:${id}` });
  const { kept, counted } = await moneyTotals(database.pool);
  expect(kept).toEqual(counted);
});

describe('an order that a member starts', () => {
  const start = (id: string, args: object, role: 'owner' | 'photographer' = 'owner') =>
    backOffice(database).mutate(
      'payments.createOrder' as never,
      { id, ...args, now: NOW } as never,
      { userId: members.people[role], accountId: members.accountId, role, now: () => NOW } as never,
    );
  const orderOf = async (id: string) =>
    (
      await query(
        `select o.kind, o.session_id, o.photographer_id, t.total, t.open, order_title(o.account_id, o.id) as title
         from orders o join order_totals t on t.order_id = o.id where o.id = $1`,
        [id],
      )
    )[0];

  it('is one, however often it is sent, and is named by what it charges', async () => {
    const [id, line] = [newId(), newId()];
    const customerId = await insertCustomer(database.pool, members.accountId);
    expect(await start(id, { customerId })).toBe('done');
    expect(await start(id, { customerId })).toBe('done');
    expect(await orderOf(id)).toEqual({
      kind: 'manual',
      session_id: null,
      photographer_id: null,
      total: 0,
      open: 0,
      title: '',
    });
    expect(await mutate('payments.addLine', { orderId: id, id: line, line: ALBUM })).toBe('done');
    const print = { productId: null, title: 'Print', quantity: 1, unitAmount: 4_000, discount: 0 };
    expect(await mutate('payments.addLine', { orderId: id, id: newId(), line: print })).toBe('done');
    expect(await orderOf(id)).toMatchObject({ total: 59_000, open: 59_000, title: 'Album, Print' });
    expect(await mutate('payments.removeLine', { orderId: id, source: `product:${line}` })).toBe('done');
    expect(await orderOf(id)).toMatchObject({ total: 4_000, title: 'Print' });
    const { kept, counted } = await moneyTotals(database.pool);
    expect(kept).toEqual(counted);
  });

  it('belongs to a photographer who sees only their own amounts, and never to a client in the trash', async () => {
    const id = newId();
    const customerId = await insertCustomer(database.pool, members.accountId);
    expect(await start(id, { customerId }, 'photographer')).toBe('done');
    expect(await orderOf(id)).toMatchObject({ photographer_id: members.people.photographer });
    const trashed = await insertCustomer(database.pool, members.accountId, { deleted_at: new Date(NOW) });
    expect(await start(newId(), { customerId: trashed })).toBe('not_found');
  });
});
