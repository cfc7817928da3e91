import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#core/domain/errors.ts';
import { connectDatabase, type Database, type Queryable } from '#functions/lib/db.ts';
import { pushDatabase } from '#functions/zero/database.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { insertAccount } from '../support/rows.ts';

let database: TestDatabase;
let db: Database;
let first: string;
let second: string;
beforeAll(async () => {
  database = await createDatabase();
  db = connectDatabase(database.url);
  first = (await insertAccount(database.pool)).id;
  second = (await insertAccount(database.pool)).id;
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

const rename = (tx: Queryable, id: string) => tx.query(`update accounts set name = name || '.' where id = $1`, [id]);

/** Resolves for each of two once both have come. */
function meeting(): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let came = 0;
  return () => {
    if (++came === 2) resolve();
    return promise;
  };
}

describe('of two who wait for each other', () => {
  it('the one who is turned away hears that it is worth trying again', async () => {
    const met = meeting();
    const cross = (one: string, other: string) =>
      db.transaction(async (tx) => {
        await rename(tx, one);
        await met();
        await rename(tx, other);
      });
    const ends = await Promise.allSettled([cross(first, second), cross(second, first)]);
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject(new AppError('unavailable', { retryAfter: 2 }));
  });

  it('a push goes no further, so that nothing is recorded as refused', async () => {
    const push = pushDatabase(db, () => new Error('refused'));
    const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
    await expect(push.transaction(() => Promise.reject(deadlock))).rejects.toThrow('unavailable');
    await expect(push.transaction(() => Promise.resolve('recorded'))).rejects.toThrow('unavailable');
  });
});
