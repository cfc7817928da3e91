import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findOrCreateCustomer } from '#functions/booking/create-booking.ts';
import type { BookingStudio } from '#functions/booking/rules.ts';
import { connectDatabase, type Database, type Queryable } from '#functions/platform/db/database.ts';
import { createDatabase, type TestDatabase, waitingSessions } from '../support/database.ts';
import { insertAccount, insertCustomer } from '../support/rows.ts';

let database: TestDatabase;
let db: Database;
let studio: BookingStudio;
let ada: string;
beforeAll(async () => {
  database = await createDatabase();
  db = connectDatabase(database.apiUrl);
});
beforeEach(async () => {
  const { id } = await insertAccount(database.pool);
  studio = { accountId: id, authorId: '00000000-0000-4000-8000-000000000000' } as BookingStudio;
  ada = await insertCustomer(database.pool, id, { email: 'ada@example.org', created_at: new Date(0) });
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

const FORM = { name: 'Ada', email: 'ada@example.org', phone: '600', message: '', language: 'en' } as const;
const book = () => db.transaction((tx) => findOrCreateCustomer(tx, studio, FORM, Date.now()));
const phoneOf = async (id: string) =>
  (await database.pool.query('select phone from customers where id = $1', [id])).rows[0]?.phone;

/**
 * Books while another transaction runs `change`; the booking waits for it.
 * @returns the id of the booking's customer
 */
async function meanwhile(change: (tx: Queryable) => Promise<unknown>): Promise<string> {
  const { booking } = await db.transaction(async (tx) => {
    await change(tx);
    const begun = book();
    await expect.poll(() => waitingSessions(database.pool)).toBe(1);
    return { booking: begun };
  });
  return booking;
}

describe('the customer of a booking', () => {
  it('is the customer with the booking’s email', async () => {
    expect(await book()).toBe(ada);
    expect(await phoneOf(ada)).toBe('600');
  });

  it.each([
    ['thrown away', 'deleted_at = now()'],
    ['erased', `email = '', erased_at = now()`],
  ])('is a new one while the existing one is being %s', async (_, change) => {
    const id = await meanwhile((tx) => tx.query(`update customers set ${change} where id = $1`, [ada]));
    expect(id).not.toBe(ada);
    expect([await phoneOf(ada), await phoneOf(id)]).toEqual(['', '600']);
  });

  it('is the surviving one while two are being merged', async () => {
    const kept = await insertCustomer(database.pool, studio.accountId, { email: 'ada@example.org' });
    const sql = 'update customers set deleted_at = now(), merged_into = $2 where id = $1';
    expect(await meanwhile((tx) => tx.query(sql, [ada, kept]))).toBe(kept);
    expect([await phoneOf(ada), await phoneOf(kept)]).toEqual(['', '600']);
  });
});
