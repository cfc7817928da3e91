import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTable } from '#functions/accounts/export-tables.ts';
import { readRecentEvents } from '#functions/galleries/events.ts';
import { connectDatabase, type Database, type Queryable } from '#functions/platform/db/database.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { insertAccount, insertGallery } from '../support/rows.ts';

const STUDIOS = 60;
/** Of the studio, in two galleries; the others have a few. */
const EVENTS = 3000;
const FEW_EVENTS = 100;

let database: TestDatabase;
let db: Database;
let accountId: string;

beforeAll(async () => {
  database = await createDatabase();
  db = connectDatabase(database.url, 1);
  for (let studio = 0; studio < STUDIOS; studio++) {
    ({ id: accountId } = await insertAccount(database.pool));
    const galleries = [await insertGallery(database.pool, accountId), await insertGallery(database.pool, accountId)];
    await database.pool.query(
      `insert into gallery_events (id, account_id, gallery_id, kind, at)
       select translate(right(md5($1 || n), 20), 'ilou', 'wxyz'), $1, ($2::text[])[1 + n % 2], 'opened',
         now() - n * interval '1 minute' from generate_series(1, $3::int) n`,
      [accountId, galleries, studio === STUDIOS - 1 ? EVENTS : FEW_EVENTS],
    );
  }
  await database.pool.query('analyze');
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Number of events that this connection has read since its statistics were last reported. */
async function allRead(tx: Queryable): Promise<number> {
  const [read] = await tx.query<{ rows: number }>(
    `select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as rows from pg_stat_xact_user_tables
     where relname like 'gallery_events%'`,
  );
  return read!.rows;
}

/**
 * Number of events that `work` reads from tables, in one transaction. Tables this small are nearly as cheap to scan and
 * sort: PostgreSQL is told not to, so that the indexes decide.
 */
async function eventsRead(work: (tx: Queryable) => Promise<unknown>): Promise<number> {
  return db.transaction(async (tx) => {
    for (const way of ['seqscan', 'bitmapscan', 'sort']) await tx.query(`set local enable_${way} = off`);
    const before = await allRead(tx);
    await work(tx);
    return (await allRead(tx)) - before;
  });
}

describe('Of a studio with many events', () => {
  it('Home reads the latest ones only', async () => {
    expect(await eventsRead((tx) => readRecentEvents(tx, accountId, 100))).toBeLessThan(200);
  });

  it('an export reads each once, whatever the number of pages', async () => {
    let exported = 0;
    const read = await eventsRead(async (tx) => {
      for await (const page of readTable(tx, 'gallery_events', accountId)) exported += page.length;
    });
    expect(exported).toBe(EVENTS);
    // A page begins behind the one before: all of them together read little more than the rows.
    expect(read).toBeLessThan(1.2 * EVENTS);
  });
});
