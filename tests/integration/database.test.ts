import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectDatabase, type Database } from '#functions/platform/db/database.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { expectLogged } from '../support/expected-log.ts';

expectLogged('database_unavailable');

let test: TestDatabase;
let db: Database;
beforeAll(async () => {
  test = await createDatabase();
});
afterAll(() => test.drop());

/** Number of statements that still sleep in the database. */
async function sleeping(): Promise<number> {
  const { rowCount } = await test.pool.query(
    "select from pg_stat_activity where datname = current_database() and query like '%pg_sleep(601)%' and state = 'active' and pid <> pg_backend_pid()",
  );
  return rowCount ?? 0;
}

describe('a database behind a pooler', () => {
  it('gets no startup parameter that a pooler refuses', async () => {
    const greetings: Buffer[] = [];
    const server = createServer((socket: Socket) =>
      socket.once('data', (bytes: Buffer) => {
        greetings.push(bytes);
        socket.destroy();
      }),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const asked = connectDatabase(`postgres://somebody:secret@127.0.0.1:${port}/studio`);
    await expect(asked.query('select 1')).rejects.toMatchObject({ code: 'unavailable' });
    await asked.close();
    server.close();
    // Length and version, then names and values, each ended by a zero byte.
    const words = greetings[0]!.subarray(8).toString('latin1').split('\0').filter(Boolean);
    const names = words.filter((_word, i) => i % 2 === 0);
    expect(names.toSorted()).toEqual(['client_encoding', 'database', 'user']);
  });
});

it('a connection that ends after its pool is not reported', async () => {
  const closed = connectDatabase(test.apiUrl);
  const client = await closed.pool.connect();
  client.release();
  await closed.close();
  // Reported before, it would fail this test.
  client.emit('error', new Error('terminating connection due to administrator command'));
});

describe('limits', () => {
  beforeAll(() => {
    db = connectDatabase(test.apiUrl, 2, { connectMs: 5_000, statementMs: 200, idleTransactionMs: 60_000 });
    return () => db.close();
  });

  it('cancel a single slow statement', async () => {
    await expect(db.query('select pg_sleep(600)')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('apply within a transaction on the server and end with it', async () => {
    const inside = await db.transaction(async (tx) => [
      ...(await tx.query<{ statement_timeout: string }>('show statement_timeout')),
      ...(await tx.query('show idle_in_transaction_session_timeout')),
    ]);
    expect(inside).toEqual([{ statement_timeout: '200ms' }, { idle_in_transaction_session_timeout: '1min' }]);
    expect(await db.query('show statement_timeout')).toEqual([{ statement_timeout: '0' }]);
    await expect(db.transaction((tx) => tx.query('select pg_sleep(601)'))).rejects.toMatchObject({
      code: 'unavailable',
    });
    await vi.waitUntil(async () => (await sleeping()) === 0, { timeout: 20_000 });
  });

  it('abandon an unresponsive server without waiting for a rollback', async () => {
    const stubborn = db.transaction(async (tx) => {
      await tx.query('set local statement_timeout = 0');
      await tx.query('select pg_sleep(600)');
    });
    await expect(stubborn).rejects.toMatchObject({ code: 'unavailable' });
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
  });
});
