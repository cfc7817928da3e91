import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violatedConstraint } from '#functions/platform/db/database.ts';
import { makeMembers, type Members } from '../support/back-office-rows.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { moneyTotals } from '../support/money-recount.ts';
import { variants } from '../support/long.ts';
import { seededRandom } from '../support/random.ts';
import { insertCustomer, insertRow, newId, type Row } from '../support/rows.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database?.drop());

const query = async (sql: string, values: unknown[] = []) => (await database.pool.query<Row>(sql, values)).rows;
const equalRecount = async (note = '') => {
  const { kept, counted } = await moneyTotals(database.pool);
  expect(kept, note).toEqual(counted);
};

const STATUSES = ['inquiry', 'scheduled', 'declined', 'confirmed', 'completed', 'cancelled', 'no_show'];
const ZONES = ['Pacific/Auckland', 'America/Los_Angeles', 'Europe/Madrid', 'UTC'];
// Instants around month boundaries, where time zones disagree.
const MOMENTS = [
  '2026-10-31T11:30Z',
  '2026-10-31T23:30Z',
  '2026-11-01T06:59Z',
  '2026-11-15T12:00Z',
  '2027-01-01T00:00Z',
];

class Acts {
  readonly #random: () => number;
  readonly #members: readonly Members[];

  constructor(random: () => number, members: readonly Members[]) {
    this.#random = random;
    this.#members = members;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #of<T>(values: readonly T[]): T {
    return values[this.#below(values.length)]!;
  }

  /** Picks a row, deterministic for a seed in spite of random ids: ordered by creation. */
  async #row(table: string, where = 'true'): Promise<Record<string, string> | undefined> {
    const rows = await query(`select * from ${table} where ${where} order by created_at, id`);
    return rows.length === 0 ? undefined : (this.#of(rows) as Record<string, string>);
  }

  async session(): Promise<unknown> {
    const { accountId, people } = this.#of(this.#members);
    const customer = await this.#row('customers', `account_id = '${accountId}'`);
    if (!customer || this.#random() < 0.3) return insertCustomer(database.pool, accountId);
    const id = newId();
    await insertRow(database.pool, 'sessions', {
      id,
      account_id: accountId,
      author_id: people.owner,
      customer_id: customer['id'],
      photographer_id: this.#of([people.photographer, people.owner, null]),
      date: this.#of(MOMENTS),
      status: this.#of(STATUSES),
    });
    return query('update session_billing set payment_amount = $2 where session_id = $1', [id, this.#below(4) * 100]);
  }

  async pay(): Promise<unknown> {
    const session = await this.#row('sessions');
    if (!session) return undefined;
    return insertRow(database.pool, 'payments', {
      id: newId(),
      account_id: session['account_id'],
      author_id: session['author_id'],
      session_id: session['id'],
      date: this.#of(MOMENTS),
      amount: this.#below(5) * 50,
      currency: this.#of(['EUR', 'EUR', 'USD']),
      status: this.#of(['pending', 'paid', 'paid', 'failed', 'void']),
    });
  }

  async refund(): Promise<unknown> {
    const received = "status in ('paid', 'partially_refunded')";
    const payment = await this.#row(
      'payments',
      `refunds_payment_id is null${this.#below(5) ? ` and ${received}` : ''}`,
    );
    if (!payment) return undefined;
    const { account_id, author_id, session_id, order_id, currency } = payment;
    return insertRow(database.pool, 'payments', {
      id: newId(),
      account_id,
      author_id,
      session_id,
      order_id,
      currency,
      refunds_payment_id: payment['id'],
      date: this.#of(MOMENTS),
      amount: (1 + this.#below(4)) * 50,
      status: 'paid',
    });
  }

  /** Starts an order without a session. */
  async order(): Promise<unknown> {
    const { accountId, people } = this.#of(this.#members);
    const customer = await this.#row('customers', `account_id = '${accountId}'`);
    if (!customer) return undefined;
    return insertRow(database.pool, 'orders', {
      id: newId(),
      account_id: accountId,
      author_id: people.owner,
      kind: 'manual',
      customer_id: customer['id'],
      photographer_id: this.#of([people.photographer, null]),
      currency: 'EUR',
    });
  }

  /** Orders a product, of a session or without one. */
  async line(): Promise<unknown> {
    const order = await this.#row('orders', this.#below(2) ? 'session_id is null' : 'true');
    if (!order) return undefined;
    const [unit, pieces] = [this.#below(4) * 50, 1 + this.#below(2)];
    const less = this.#below(2) * Math.min(50, unit);
    const values = [order['account_id'], order['id'], `product:${newId()}`, pieces, unit, less];
    return query("select append_product_line($1, $2, $3, 'Album', null, $4, $5, $6)", values);
  }

  /** Corrects a line by a part of what it charges: a discount, or all. */
  async correct(): Promise<unknown> {
    const charged = await query(
      `select account_id, order_id, source, sum(amount)::int as left from order_lines where source like 'product:%'
       group by account_id, order_id, source having sum(amount) > 0 order by min(created_at), order_id, source`,
    );
    if (charged.length === 0) return undefined;
    const line = this.#of(charged);
    const less = this.#of([50, Number(line['left'])]);
    const values = [line['account_id'], line['order_id'], line['source'], -Math.min(less, Number(line['left']))];
    return query("select append_order_line($1, $2, $3, '', $4)", values);
  }

  async payOrder(): Promise<unknown> {
    const order = await this.#row('orders', 'session_id is null');
    if (!order) return undefined;
    return insertRow(database.pool, 'payments', {
      id: newId(),
      account_id: order['account_id'],
      author_id: order['author_id'],
      order_id: order['id'],
      date: this.#of(MOMENTS),
      amount: this.#below(5) * 50,
      currency: 'EUR',
      status: this.#of(['pending', 'paid', 'paid', 'failed', 'void']),
    });
  }

  async #change(table: string, set: string, value?: unknown, where = 'true'): Promise<unknown> {
    const row = await this.#row(table, where);
    if (!row) return undefined;
    return query(`update ${table} set ${set} where id = $1`, value === undefined ? [row['id']] : [row['id'], value]);
  }

  async move(): Promise<unknown> {
    const session = await this.#row('sessions');
    const customer = session && (await this.#row('customers', `account_id = '${session['account_id']}'`));
    if (!customer) return undefined;
    // As in a merge: all rows in one statement.
    return query('update sessions set customer_id = $2 where customer_id = $1', [
      session['customer_id'],
      customer['id'],
    ]);
  }

  async photographer(): Promise<unknown> {
    const { accountId, people } = this.#of(this.#members);
    const whose = this.#of([people.owner, people.photographer, null]);
    return this.#change('sessions', 'photographer_id = $2', whose, `account_id = '${accountId}'`);
  }

  async bill(): Promise<unknown> {
    const session = await this.#row('sessions');
    return query('update session_billing set payment_amount = $2, waived = $3 where session_id = $1', [
      session?.['id'],
      this.#below(5) * 100,
      this.#random() < 0.2,
    ]);
  }

  readonly all: readonly (() => Promise<unknown>)[] = [
    ...Array.from({ length: 5 }, () => () => this.session()),
    ...Array.from({ length: 5 }, () => () => this.pay()),
    ...Array.from({ length: 4 }, () => () => this.refund()),
    () => this.bill(),
    () => this.bill(),
    () => this.order(),
    ...Array.from({ length: 3 }, () => () => this.line()),
    () => this.correct(),
    () => this.payOrder(),
    () => this.payOrder(),
    () => this.move(),
    () => this.photographer(),
    () => this.#change('payments', 'date = $2', this.#of(MOMENTS)),
    () => this.#change('payments', 'amount = $2', this.#below(5) * 50),
    () => this.#change('payments', 'status = $2', this.#of(['pending', 'paid', 'failed', 'void'])),
    () => this.#change('payments', "notes = 'x', receipt = id", undefined, 'receipt is null'),
    () => this.#change('sessions', 'status = $2', this.#of(STATUSES)),
    () => this.#change('sessions', 'date = $2', this.#of(MOMENTS)),
    () => this.#change('sessions', 'deleted_at = now()'),
    () => this.#change('sessions', 'deleted_at = null'),
    () => this.#change('accounts', 'time_zone = $2', this.#of(ZONES)),
    async () => query('delete from sessions where id = $1', [(await this.#row('sessions'))?.['id']]),
    async () => query('delete from payments where id = $1', [(await this.#row('payments'))?.['id']]),
    async () => query('delete from customers where id = $1', [(await this.#row('customers', UNUSED))?.['id']]),
  ];
}

const UNUSED = `not exists (select from sessions s where s.customer_id = customers.id)
  and not exists (select from orders o where o.customer_id = customers.id)`;

/** Refusals that the database may return; any other error fails the test. */
const EXPECTED = ['payments_refund_within', 'payments_refunds', 'session_billing_paid_amount_check'];

describe('totals of payments', () => {
  it.each(variants([1, 2, 3], 1))('equal a recount after each of 200 random operations (seed %i)', async (seed) => {
    const members = [await makeMembers(database.pool), await makeMembers(database.pool)];
    const random = seededRandom(seed);
    const acts = new Acts(random, members);
    let [refused, given] = [0, 0];
    for (let step = 0; step < 200; step++) {
      const index = Math.floor(random() * acts.all.length);
      await acts.all[index]!().catch((error: unknown) => {
        expect(EXPECTED, String(error)).toContain(violatedConstraint(error));
        refused++;
      });
      await equalRecount(`step ${step}, act ${index}`);
      given += (await query('select from revenue_months where refunded > 0')).length;
    }
    expect(given, 'something was given back').toBeGreaterThan(0);
    expect(refused, 'not everything may be').toBeGreaterThan(0);
    expect(await query('select from customer_balances where billed > 0 and paid > 0')).not.toEqual([]);
    expect(await query('select from order_lines where is_correction')).not.toEqual([]);
    expect(await query('select from payments where session_id is null')).not.toEqual([]);
    await query('delete from account_members where account_id = $1 and role = $2', [
      members[0]!.accountId,
      'photographer',
    ]);
    await equalRecount('a photographer who left');
    await query('delete from accounts where id = $1', [members[0]!.accountId]);
    await equalRecount('a studio that is gone');
  });
});
