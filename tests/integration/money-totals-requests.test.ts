import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { insertAccount, insertCustomer, insertRow, newId } from '../support/rows.ts';

let database: TestDatabase;
let accountId: string;
let customer: string;
let sessions: string[];
beforeAll(async () => {
  database = await createDatabase();
  accountId = (await insertAccount(database.pool)).id;
  customer = await insertCustomer(database.pool, accountId);
  sessions = [newId(), newId()];
  for (const id of sessions) {
    const row = { id, account_id: accountId, author_id: crypto.randomUUID(), customer_id: customer };
    await insertRow(database.pool, 'sessions', { ...row, date: new Date('2030-05-01T10:00:00Z') });
  }
});
afterAll(() => database?.drop());

it('counts a month and a client once a transaction, however many rows it changes', async () => {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    for (let n = 0; n < 20; n += 1) {
      const id = newId();
      const money = { date: new Date(Date.UTC(2030, 4, 1 + n)), amount: 100, currency: 'EUR', status: 'paid' };
      const of = { account_id: accountId, author_id: crypto.randomUUID(), session_id: sessions[n % 2] };
      await insertRow(client, 'payments', { id, ...of, ...money });
    }
    // Each request causes one recount at the commit.
    const requested = 'select total_key from pending_totals where account = $1';
    const pending = await client.query(requested, [accountId]);
    expect(new Set(pending.rows.map(({ total_key }) => total_key))).toEqual(new Set(['2030-05', customer]));
    expect(pending.rowCount).toBe(2);
    await client.query('set constraints all immediate');
    expect((await client.query(requested, [accountId])).rows).toEqual([]);
    const totals = await client.query('select received::int from revenue_months where account_id = $1', [accountId]);
    expect(totals.rows).toEqual([{ received: 2000 }]);
    const balances = await client.query('select paid::int from customer_balances where account_id = $1', [accountId]);
    expect(balances.rows).toEqual([{ paid: 2000 }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
