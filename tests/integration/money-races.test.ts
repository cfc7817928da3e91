import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database, type Queryable, violatedConstraint } from '#functions/platform/db/database.ts';
import { makeMembers, type Members } from '../support/back-office-rows.ts';
import { createDatabase, type TestDatabase, waitingSessions } from '../support/database.ts';
import { moneyTotals } from '../support/money-recount.ts';
import { insertCustomer, insertRow, newId } from '../support/rows.ts';

let database: TestDatabase;
let db: Database;
let members: Members;
beforeAll(async () => {
  database = await createDatabase();
  db = connectDatabase(database.apiUrl, 24);
  members = await makeMembers(database.pool);
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

const author = () => ({ account_id: members.accountId, author_id: members.people.owner });

async function makeSession(customer: string): Promise<string> {
  const id = newId();
  const row = {
    id,
    ...author(),
    customer_id: customer,
    photographer_id: members.people.photographer,
    date: new Date(),
  };
  await insertRow(database.pool, 'sessions', row);
  await db.query('update session_billing set payment_amount = 1000 where session_id = $1', [id]);
  return id;
}

const hold = (tx: Queryable, sessions: readonly string[]) =>
  tx.query('select from sessions where id = any ($1) order by id for no key update', [sessions]);

/** Locks the session first, as mutators do. */
const pay = (session: string, amount: number, values: object = {}) => {
  const id = newId();
  const row = {
    id,
    ...author(),
    session_id: session,
    amount,
    status: 'paid',
    refunds: null,
    date: new Date(),
    ...values,
  };
  const insert = `insert into payments (id, account_id, author_id, session_id, amount, status, refunds_payment_id, date, currency)
    values ($1, $2, $3, $4, $5, $6, $7, $8, 'EUR')`;
  return db.transaction(async (tx) => {
    await hold(tx, [session]);
    await tx.query(insert, Object.values(row));
    return id;
  });
};

/** Runs `of` operations in one transaction, in sequence, as a bulk operation does. */
const each = (sessions: readonly string[], sql: string, values: unknown[] = []) =>
  db.transaction(async (tx) => {
    await hold(tx, sessions);
    for (const session of sessions) await tx.query(sql, [session, ...values]);
  });

describe('concurrent writers', () => {
  it('cause no deadlock and correct totals', async () => {
    const customers = [await insertCustomer(database.pool, members.accountId)];
    for (let n = 0; n < 3; n++) customers.push(await insertCustomer(database.pool, members.accountId));
    const sessions: string[] = [];
    for (let n = 0; n < 12; n++) sessions.push(await makeSession(customers[n % 4]!));
    const zones = ['Pacific/Auckland', 'America/Los_Angeles'];
    const months = [new Date('2026-10-31T12:00Z'), new Date('2026-11-01T06:00Z'), new Date('2026-12-31T12:00Z')];
    for (let round = 0; round < 6; round++) {
      const reversed = sessions.toReversed();
      await Promise.all([
        ...sessions.map((session, n) => pay(session, 100 + n, { date: months[n % 3] })),
        ...reversed.map((session, n) => pay(session, 50, { date: months[(n + 1) % 3] })),
        each(sessions, `update sessions set status = $2 where id = $1`, [round % 2 ? 'cancelled' : 'confirmed']),
        each(reversed, `update sessions set customer_id = $2 where id = $1`, [customers[round % 4]]),
        each(reversed, `update session_billing set payment_amount = $2 where session_id = $1`, [round * 100]),
        each(sessions.slice(6), `update payments set date = date + interval '40 days' where session_id = $1`),
        db.query('update sessions set deleted_at = case when deleted_at is null then now() end where id = any ($1)', [
          sessions.slice(round, round + 1),
        ]),
        db.query('update accounts set time_zone = $2 where id = $1', [members.accountId, zones[round % 2]]),
        makeSession(customers[(round + 1) % 4]!),
      ]);
    }
    const { kept, counted } = await moneyTotals(database.pool);
    expect(kept).toEqual(counted);
    expect(Object.keys(kept).filter((key) => key.startsWith('month ')).length).toBeGreaterThan(2);
  });

  it('refund no more than was paid', async () => {
    const session = await makeSession(await insertCustomer(database.pool, members.accountId));
    const payment = await pay(session, 1000);
    const ends = await Promise.allSettled(Array.from({ length: 10 }, () => pay(session, 300, { refunds: payment })));
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [violatedConstraint(end.reason)] : []));
    expect(refused).toEqual(Array.from({ length: 7 }, () => 'payments_refund_within'));
    const { kept, counted } = await moneyTotals(database.pool);
    expect(kept).toEqual(counted);
    expect(kept[`payment ${payment}`]).toBe('partially_refunded');
    expect(kept[`billing ${session}`]).toMatchObject({ status: 'partial', paid: 100, refunded: 900 });
  });

  it('wait for a running recount of a client and include its changes', async () => {
    const customer = await insertCustomer(database.pool, members.accountId);
    const [first, second] = [await makeSession(customer), await makeSession(customer)];
    const { paying } = await db.transaction(async (tx) => {
      await hold(tx, [first]);
      await tx.query('update session_billing set payment_amount = 5000 where session_id = $1', [first]);
      // Runs the deferred recount now, which locks the client's totals as the commit does.
      await tx.query('set constraints all immediate');
      const begun = pay(second, 700);
      await expect.poll(() => waitingSessions(database.pool)).toBe(1);
      return { paying: begun };
    });
    await paying;
    const { kept, counted } = await moneyTotals(database.pool);
    expect(kept).toEqual(counted);
  });

  it('wait for the session’s new photographer before recording a payment', async () => {
    const [from, to] = [
      await insertCustomer(database.pool, members.accountId),
      await insertCustomer(database.pool, members.accountId),
    ];
    const session = await makeSession(from);
    const row = { id: newId(), ...author(), session_id: session, amount: 700, currency: 'EUR', date: new Date() };
    const { paying } = await db.transaction(async (tx) => {
      await tx.query('update sessions set customer_id = $2 where id = $1', [session, to]);
      const begun = insertRow(database.pool, 'payments', row);
      await expect.poll(() => waitingSessions(database.pool)).toBe(1);
      return { paying: begun };
    });
    await paying;
    const found = await db.query('select customer_id as customer from payments where id = $1', [row.id]);
    expect(found).toEqual([{ customer: to }]);
  });
});
