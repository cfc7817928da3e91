import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allocate } from '#core/domain/payments/allocate.ts';
import { filledInstalments } from '#core/domain/payments/instalments.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { connectDatabase, type Database } from '#functions/platform/db/database.ts';
import { chargeExtras, lockPayingOrder } from '#functions/proofing/extras.ts';
import { type PaymentRow, paymentsCsv, readPaymentRows } from '#functions/payments/csv.ts';
import { readMigrations } from '#ops/migrate/contract.ts';
import { makeMembers, type Members } from '../support/back-office-rows.ts';
import { createBareDatabase, createDatabase, type TestDatabase } from '../support/database.ts';
import { moneyTotals } from '../support/money-recount.ts';
import { refusal } from '../support/refusal.ts';
import { seededRandom } from '../support/random.ts';
import { insertCustomer, insertGallery, insertRow, newId, type Db, type Row } from '../support/rows.ts';

const NOW = Date.UTC(2026, 10, 26, 12);

/** A random history: each act takes a number, by which it chooses amount or payment. */
const ACTS = ['price', 'extras', 'take', 'record', 'refund', 'refundLess', 'void', 'waive', 'plan'] as const;
/** Rounds and payments are more frequent: the rest depends on them. */
const kindOfAct = fc.constantFrom<(typeof ACTS)[number]>(...ACTS, 'extras', 'extras', 'take', 'take');
const history = fc.array(fc.tuple(kindOfAct, fc.nat({ max: 40 })), { minLength: 6, maxLength: 20, size: 'max' });

interface Payment {
  id: string;
  amount: number;
  refunded: number;
  status: 'pending' | 'paid' | 'void';
  isExtras: boolean;
}

/** What a client owes, computed here from the acts alone. */
interface Model {
  price: number;
  /** Charged for extra photos, and waived of it. */
  charged: number;
  waived: number;
  payments: Payment[];
}

let database: TestDatabase;
let db: Database;
let members: Members;
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
});

const author = () => ({ account_id: members.accountId, author_id: members.people.owner });

interface Case {
  customerId: string;
  galleryId: string;
  listId: string;
  personId: string;
  sessionId: string | null;
  round: number;
}

/** A gallery with a selection of an invited client, with or without a session. */
async function makeCase(pool: Db, { hasSession }: { hasSession: boolean }): Promise<Case> {
  const { accountId } = members;
  const customerId = await insertCustomer(pool, accountId, { email: `${newId()}@example.org` });
  const galleryId = await insertGallery(pool, accountId, { customer_id: customerId });
  const [listId, grantId] = [newId(), newId()];
  const inGallery = { account_id: accountId, gallery_id: galleryId };
  await insertRow(pool, 'grants', {
    id: grantId,
    ...inGallery,
    author_id: members.people.owner,
    email: 'ada@example.org',
  });
  await insertRow(pool, 'pick_lists', { id: listId, ...inGallery, kind: 'selection', name: 'Album' });
  const sessionId = hasSession ? newId() : null;
  if (sessionId !== null) {
    const session = { id: sessionId, ...author(), customer_id: customerId, gallery_id: galleryId, date: new Date(NOW) };
    await insertRow(pool, 'sessions', session);
  }
  return { customerId, galleryId, listId, personId: grantId, sessionId, round: 0 };
}

const query = async <R = Row>(sql: string, values: unknown[] = []) =>
  (await database.pool.query(sql, values)).rows as R[];

/** Submits a round with this amount of extra photos. */
async function submit(of: Case, amount: number): Promise<void> {
  const { accountId } = members;
  const { galleryId, listId, personId } = of;
  of.round += 1;
  const round = { list_id: listId, round: of.round, account_id: accountId, gallery_id: galleryId };
  await insertRow(database.pool, 'pick_rounds', { ...round, photo_ids: '[]', person_id: personId });
  await db.transaction(async (tx) => {
    const order = await lockPayingOrder(tx, { accountId, galleryId, listId });
    const charge = { accountId, galleryId, listId, listName: 'Album', personId, round: of.round, currency: 'EUR' };
    await chargeExtras(tx, order, { ...charge, count: 1, amount }, NOW);
  });
}

const received = ({ payments }: Model) =>
  payments.reduce((sum, { status, amount, refunded }) => sum + (status === 'paid' ? amount - refunded : 0), 0);

/** Carries an act out in the database, and in the model. Acts that are not possible now do nothing. */
async function act(of: Case, model: Model, [kind, number]: readonly [(typeof ACTS)[number], number]): Promise<void> {
  const orderId = of.sessionId ?? of.listId;
  const amount = number * 100;
  const among = (wanted: (payment: Payment) => boolean) => {
    const found = model.payments.filter(wanted);
    return found[number % Math.max(1, found.length)];
  };
  const exists = of.sessionId !== null || model.payments.length > 0;
  switch (kind) {
    case 'price': {
      if (of.sessionId === null) return;
      await query('update session_billing set payment_amount = $2 where session_id = $1', [orderId, amount]);
      model.price = amount - model.charged;
      return;
    }
    case 'extras':
      return submitBoth(of, model, amount);
    case 'take': {
      const payment = among(({ status }) => status === 'pending');
      if (!payment) return;
      await query("update payments set status = 'paid' where id = $1", [payment.id]);
      payment.status = 'paid';
      return;
    }
    case 'record': {
      if (!exists || amount === 0) return;
      const id = newId();
      const owner = of.sessionId === null ? { order_id: orderId } : { session_id: orderId };
      const row = { id, ...author(), ...owner, date: new Date(NOW), amount, currency: 'EUR', status: 'paid' };
      await insertRow(database.pool, 'payments', row);
      model.payments.push({ id, amount, refunded: 0, status: 'paid', isExtras: false });
      return;
    }
    case 'refund':
    case 'refundLess': {
      const payment = among((one) => one.status === 'paid' && one.amount > one.refunded);
      if (!payment) return;
      const back = Math.min(payment.amount - payment.refunded, Math.max(100, amount));
      const owner = of.sessionId === null ? { order_id: orderId } : { session_id: orderId };
      const row = { ...author(), ...owner, date: new Date(NOW), amount: back, currency: 'EUR', status: 'paid' };
      await insertRow(database.pool, 'payments', { id: newId(), ...row, refunds_payment_id: payment.id });
      payment.refunded += back;
      if (kind === 'refundLess') await lower(of, model, back);
      return;
    }
    case 'void': {
      const payment = among(({ status }) => status === 'pending');
      if (!payment) return;
      await query("update payments set status = 'void' where id = $1", [payment.id]);
      payment.status = 'void';
      return;
    }
    case 'plan':
      return setPlan(orderId, 1 + (number % 5));
    case 'waive': {
      if (of.sessionId !== null || !exists) return;
      await lower(of, model, Math.max(0, model.charged - received(model)));
    }
  }
}

/** Divides what an order charges into a number of instalments. */
async function setPlan(orderId: string, count: number): Promise<void> {
  const [order] = await query<{ total: number }>('select total from order_totals where order_id = $1', [orderId]);
  const parts = allocate(
    order?.total ?? 0,
    Array.from({ length: count }, () => 1),
  ).filter((amount) => amount > 0);
  await db.transaction(async (tx) => {
    await tx.query('delete from order_instalments where order_id = $1', [orderId]);
    for (const [index, amount] of parts.entries()) {
      await tx.query('insert into order_instalments values ($1, $2, $3, $4, $5)', [
        orderId,
        index + 1,
        members.accountId,
        amount,
        new Date(NOW + index * DAY_MS),
      ]);
    }
    await tx.query('select copy_plan_to_billing($1, $2)', [members.accountId, orderId]);
  });
}

/** Compares a plan with its order: it sums to the total, and session_billing has its deposit and dates. */
async function expectPlanned(orderId: string, { total, paid }: { total: number; paid: number }): Promise<void> {
  const instalments = await query<{ position: number; amount: number; dueAt: number }>(
    `select position, amount, extract(epoch from due_at)::float8 * 1000 as "dueAt"
     from order_instalments where order_id = $1 order by position`,
    [orderId],
  );
  if (instalments.length === 0) return;
  const planned = { paymentAmount: total, depositAmount: 0, dueDate: null, depositDueDate: null, instalments };
  const filled = filledInstalments(planned, paid);
  expect(filled.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
  expect(filled.reduce((sum, part) => sum + part.paid, 0)).toBe(Math.min(total, paid));
  const [stored] = await query(
    `select deposit_amount as deposit, extract(epoch from due_date)::float8 * 1000 as "dueAt"
     from session_billing where session_id = $1`,
    [orderId],
  );
  const deposit = instalments.length > 1 ? instalments[0]!.amount : 0;
  if (stored) expect(stored).toEqual({ deposit, dueAt: instalments.at(-1)!.dueAt });
}

/** Takes an amount off what is charged, as the effects of payments do. */
async function lower(of: Case, model: Model, by: number): Promise<void> {
  if (of.sessionId !== null) {
    const [row] = await query<{ total: number }>('select total from order_totals where order_id = $1', [of.sessionId]);
    const price = Math.max(0, row!.total - by);
    await query('update session_billing set payment_amount = $2 where session_id = $1', [of.sessionId, price]);
    model.price = price - model.charged;
    return;
  }
  const less = Math.min(by, model.charged);
  await query("select append_order_line($1, $2, 'waived', '', $3)", [members.accountId, of.listId, -less]);
  model.charged -= less;
  model.waived += less;
}

async function submitBoth(of: Case, model: Model, amount: number): Promise<void> {
  await submit(of, amount);
  const pending = model.payments.find(({ status, isExtras }) => status === 'pending' && isExtras);
  let due: number;
  if (of.sessionId === null) {
    if (model.payments.length === 0 && amount === 0) return;
    model.charged = Math.max(amount - model.waived, received(model), 0);
    due = model.charged - received(model);
  } else {
    const extras = model.payments.filter(({ isExtras }) => isExtras);
    const taken = extras.reduce((sum, one) => sum + (one.status === 'paid' ? one.amount : 0), 0);
    due = Math.max(0, amount - taken);
    const change = taken + due - extras.reduce((sum, one) => sum + one.amount, 0);
    const total = Math.max(0, model.price + model.charged + change);
    model.charged = total - model.price;
  }
  if (pending) Object.assign(pending, { amount: due, status: due === 0 ? 'void' : 'pending' });
  else if (due > 0) {
    const [row] = await query<{ id: string }>(
      "select id from payments where order_id = $1 and purpose = 'extras' and status = 'pending'",
      [of.sessionId ?? of.listId],
    );
    model.payments.push({ id: row!.id, amount: due, refunded: 0, status: 'pending', isExtras: true });
  }
}

/** Compares an order with the model, and its sums with each other. */
async function expectEqual(of: Case, model: Model): Promise<void> {
  const orderId = of.sessionId ?? of.listId;
  const [totals] = await query<{ total: number; paid: number; refunded: number; open: number; lines: number }>(
    `select t.total, t.paid, t.refunded, t.open, coalesce((
       select sum(l.amount) from order_lines l where l.order_id = t.order_id), 0)::int as lines
     from order_totals t where t.order_id = $1`,
    [orderId],
  );
  const total = model.price + model.charged;
  if (!totals) return expect(total).toBe(0);
  const paid = received(model);
  const refunded = model.payments.reduce((sum, payment) => sum + payment.refunded, 0);
  expect(totals).toEqual({ total, paid, refunded, open: total - paid, lines: total });
  await expectPlanned(orderId, totals);
}

describe('an order', () => {
  it.each([true, false])('equals its model after any history of acts, with a session: %s', async (hasSession) => {
    await fc.assert(
      fc.asyncProperty(history, async (acts) => {
        const of = await makeCase(database.pool, { hasSession });
        const model: Model = { price: 0, charged: 0, waived: 0, payments: [] };
        for (const one of acts) {
          await act(of, model, one);
          await expectEqual(of, model);
        }
      }),
      { numRuns: 25, seed: 38 },
    );
    const { kept, counted } = await moneyTotals(database.pool);
    expect(kept).toEqual(counted);
    const differing = await query(
      `select from session_billing b join order_totals t on t.order_id = b.session_id
       where (b.payment_amount, b.paid_amount, b.refunded_amount, b.payment_status, b.customer_id, b.photographer_id)
         is distinct from (t.total, t.paid, t.refunded, t.payment_status, t.customer_id, t.photographer_id)`,
    );
    expect(differing).toEqual([]);
  });

  it('keeps its lines: neither changed nor deleted, but their titles emptied', async () => {
    const of = await makeCase(database.pool, { hasSession: false });
    await submit(of, 3_000);
    const final = { code: '23514', constraint: 'order_lines_are_final' };
    for (const sql of [
      'update order_lines set amount = 1 where order_id = $1',
      "update order_lines set title = 'Other' where order_id = $1",
      'delete from order_lines where order_id = $1',
    ]) {
      expect(await refusal(database.pool.query(sql, [of.listId])), sql).toEqual(final);
    }
    await query("update order_lines set title = '' where order_id = $1", [of.listId]);
    expect(await query('select title, amount from order_lines where order_id = $1', [of.listId])).toEqual([
      { title: '', amount: 3_000 },
    ]);
  });

  it('without a session is owed by the client, and moves with them', async () => {
    const of = await makeCase(database.pool, { hasSession: false });
    await submit(of, 3_000);
    await query("update payments set status = 'paid', amount = 1000 where order_id = $1", [of.listId]);
    const balance = (customer: string) =>
      query('select billed::int, paid::int from customer_balances where customer_id = $1', [customer]);
    expect(await balance(of.customerId)).toEqual([{ billed: 3_000, paid: 1_000 }]);
    const other = await insertCustomer(database.pool, members.accountId);
    await query('update orders set customer_id = $2 where id = $1', [of.listId, other]);
    expect(await balance(of.customerId)).toEqual([]);
    expect(await balance(other)).toEqual([{ billed: 3_000, paid: 1_000 }]);
    expect(await query('select distinct customer_id from payments where order_id = $1', [of.listId])).toEqual([
      { customer_id: other },
    ]);
  });

  it('makes an invited person a client if the gallery has none', async () => {
    const of = await makeCase(database.pool, { hasSession: false });
    await query('update galleries set customer_id = null where id = $1', [of.galleryId]);
    await submit(of, 3_000);
    const owed = await query(
      'select c.email, t.open from order_totals t join customers c on c.id = t.customer_id where t.order_id = $1',
      [of.listId],
    );
    expect(owed).toEqual([{ email: 'ada@example.org', open: 3_000 }]);
  });
});

describe('the migration to orders', () => {
  it('leaves every total, balance, month and payment as it was', async () => {
    const former = await createBareDatabase();
    try {
      const migrations = await readMigrations();
      const at = migrations.findIndex(({ name }) => name.endsWith('_orders.sql'));
      for (const { sql } of migrations.slice(0, at)) await former.pool.query(sql);
      await writeBooks(former.pool);
      const before = await books(former.pool);
      const studio = { language: 'ca', timeZone: 'Europe/Madrid' } as const;
      const { rows: formerRows } = await former.pool.query<PaymentRow>(FORMER_ROWS, [members.accountId]);
      const csv = paymentsCsv(formerRows, studio);
      expect(csv.split('\n').length).toBeGreaterThan(40);
      expect(before.billing.length).toBeGreaterThan(20);
      await former.pool.query(migrations[at]!.sql);
      expect(await books(former.pool)).toEqual(before);
      const { rows: unequal } = await former.pool.query(
        `select b.session_id, b.payment_amount, t.total, (select sum(amount) from order_lines l where l.order_id = t.order_id)
         from session_billing b left join order_totals t on t.order_id = b.session_id
         where (b.payment_amount, b.paid_amount, b.refunded_amount, b.payment_status, b.customer_id, b.photographer_id)
             is distinct from (t.total, t.paid, t.refunded, t.payment_status, t.customer_id, t.photographer_id)
           or t.total <> coalesce((select sum(amount) from order_lines l where l.order_id = t.order_id), 0)`,
      );
      expect(unequal).toEqual([]);
      const { rows: lost } = await former.pool.query(
        'select id from payments where order_id is distinct from session_id',
      );
      expect(lost).toEqual([]);
      const { rows: extras } = await former.pool.query("select from order_lines where source like 'list:%'");
      expect(extras.length).toBeGreaterThan(0);
      // So do the migrations after it, and the file for the tax adviser has the same bytes.
      for (const { sql } of migrations.slice(at + 1)) await former.pool.query(sql);
      const now = await books(former.pool);
      const columns = Object.keys(before.billing[0]!);
      const billing = now.billing.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])));
      expect({ ...now, billing }).toEqual(before);
      const present = connectDatabase(former.url, 1);
      const rows = await readPaymentRows(present, members.accountId, { photographerId: null });
      await present.close();
      expect(paymentsCsv(rows, studio)).toBe(csv);
    } finally {
      await former.drop();
    }
  });
});

/** The rows of payments.csv as the release before orders read them. */
const FORMER_ROWS = `
  select p.id, (extract(epoch from p.date) * 1000)::float8 as date, p.receipt, c.name as client,
    coalesce(nullif(s.type, ''), t.name, '') as session, p.purpose, p.method, p.status, p.amount, p.currency,
    p.refunds_payment_id is not null as "isRefund", o.receipt as "refundOf", p.notes
  from payments p join sessions s on s.id = p.session_id join customers c on c.id = s.customer_id
    left join session_types t on t.id = s.session_type_id left join payments o on o.id = p.refunds_payment_id
  where p.account_id = $1 order by p.date, p.id`;

/** Writes the books of a studio as the previous release did. */
async function writeBooks(pool: Db): Promise<void> {
  const random = seededRandom(40);
  const below = (limit: number) => Math.floor(random() * limit);
  members = await makeMembers(pool);
  const { accountId, people } = members;
  const galleryId = await insertGallery(pool, accountId);
  for (let n = 0; n < 40; n++) {
    const customer = await insertCustomer(pool, accountId);
    const sessionId = newId();
    await insertRow(pool, 'sessions', {
      id: sessionId,
      ...author(),
      customer_id: customer,
      photographer_id: [people.owner, people.photographer, null][n % 3],
      status: ['inquiry', 'scheduled', 'confirmed', 'completed', 'cancelled'][n % 5],
      date: new Date(NOW - n * 86_400_000),
    });
    const paid = 100 + below(400) * 50;
    await pool.query(
      'update session_billing set payment_amount = $2, deposit_amount = $3, waived = $4 where session_id = $1',
      [sessionId, paid + below(3) * 1_000, Math.min(paid, 3_000), n % 11 === 0],
    );
    const payment = { ...author(), session_id: sessionId, currency: 'EUR', date: new Date(NOW - n * 40_000_000) };
    const id = newId();
    const status = ['paid', 'paid', 'pending', 'void', 'failed'][below(5)];
    await insertRow(pool, 'payments', { id, ...payment, amount: paid, status });
    if (status === 'paid' && n % 4 === 0) {
      const refund = { amount: Math.ceil(paid / 2), refunds_payment_id: id, status: 'paid' };
      await insertRow(pool, 'payments', { id: newId(), ...payment, ...refund });
    }
    if (n % 6 !== 1) continue;
    const listId = newId();
    const inGallery = { account_id: accountId, gallery_id: galleryId };
    await insertRow(pool, 'pick_lists', { id: listId, ...inGallery, kind: 'selection', name: `Album ${n}`, round: 1 });
    await insertRow(pool, 'pick_rounds', { list_id: listId, round: 1, ...inGallery, photo_ids: '[]' });
    const charge = { extra_count: 2, amount: paid, currency: 'EUR', payment_id: id };
    await insertRow(pool, 'pick_round_charges', { list_id: listId, round: 1, account_id: accountId, ...charge });
  }
}

/** Everything about money that a studio can read, and the columns of payments.csv. */
async function books(pool: Db) {
  const rows = async (sql: string) => (await pool.query(sql)).rows as Row[];
  return {
    billing: await rows('select * from session_billing order by session_id'),
    balances: await rows('select * from customer_balances order by customer_id, photographer'),
    months: await rows('select * from revenue_months order by month, photographer, currency'),
    payments: await rows(
      `select p.id, p.date, p.receipt, c.name, s.type, p.purpose, p.method, p.status, p.amount, p.currency,
         p.refunds_payment_id, p.notes, p.session_id, p.customer_id, p.photographer_id
       from payments p left join sessions s on s.id = p.session_id left join customers c on c.id = p.customer_id
       order by p.date, p.id`,
    ),
  };
}
