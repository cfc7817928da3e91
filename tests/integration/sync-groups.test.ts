import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSyncGroups } from '#core/domain/studio/sync-groups.ts';
import { databaseTarget } from '#ops/lib/database-target.ts';
import { ensureSyncPublications } from '#ops/migrate/sync-publications.ts';
import { markAccount } from '../support/canary.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { newId } from '../support/rows.ts';
import { insertSampleRows } from '../support/sample-rows.ts';

/** Marker words that fill every text column of a studio, so that a foreign row is visible. */
const [OURS, THEIRS] = ['canaryours', 'canarytheirs'];

/** Two groups of studios. */
const RANGES = ['00_15', '16_31'];

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
  // The migrations have made that of all studios; a second start finds all of them.
  const ensure = () => ensureSyncPublications(databaseTarget(database.url), parseSyncGroups('0:0-31 1:0-15 2:16-31'));
  await ensure();
  await ensure();
});
afterAll(() => database?.drop());

async function rangeOf(accountId: string): Promise<string> {
  const { rows } = await database.pool.query<{ bucket: number }>('select hashtext($1) & 31 as bucket', [accountId]);
  return RANGES[rows[0]!.bucket < 16 ? 0 : 1]!;
}

interface Published {
  pubname: string;
  tablename: string;
  attnames: string[];
  rowfilter: string | null;
}

async function publishedBy(pattern: string): Promise<Published[]> {
  const { rows } = await database.pool.query<Published>(
    `select pubname, tablename, attnames::text[], rowfilter from pg_publication_tables where pubname like $1 order by 1, 2`,
    [pattern],
  );
  return rows;
}

it('a group publishes what all studios together do, of its own studios', async () => {
  const whole = await publishedBy('zero_studio');
  const groups = Map.groupBy(await publishedBy('zero_buckets_%'), ({ pubname }) => pubname);
  expect([...groups.keys()]).toEqual(RANGES.map((range) => `zero_buckets_${range}`));
  for (const [pubname, tables] of groups) {
    const [first, last] = pubname.split('_').slice(2).map(Number);
    const filter = (table: string) => {
      const bucket = `(hashtext(${table === 'accounts' ? 'id' : 'account_id'}) & 31)`;
      return `((${bucket} >= ${first}) AND (${bucket} <= ${last}))`;
    };
    expect(tables).toEqual(whole.map((one) => ({ ...one, pubname, rowfilter: filter(one.tablename) })));
  }
});

it('publishing fails for a table without a key that has its studio', async () => {
  const keyless = `begin; create table public.keyless (id text primary key, account_id text not null);
    alter publication zero_studio add table public.keyless; select public.publish_to_zero(); commit`;
  await expect(database.pool.query(keyless)).rejects.toThrow('the table public.keyless has no key with its studio');
});

describe('a slot of one group', () => {
  /** What PostgreSQL sends of all inserts, updates and deletes, with the bytes that are no text escaped. */
  let sent: string;
  let theirs: { accountId: string; galleryId: string };
  beforeAll(async () => {
    const { pool } = database;
    const slot = `test_${newId()}`;
    await pool.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [slot]);
    const ours = await insertSampleRows(pool);
    do theirs = await insertSampleRows(pool);
    while ((await rangeOf(theirs.accountId)) === (await rangeOf(ours.accountId)));
    await markAccount(pool, ours.accountId, OURS!);
    await markAccount(pool, theirs.accountId, THEIRS!);
    for (const table of ['gallery_stats', 'photo_stats', 'session_events', 'picks'])
      await pool.query(`delete from ${table} where account_id in ($1, $2)`, [ours.accountId, theirs.accountId]);
    const { rows } = await pool.query<{ sent: string }>(
      `select string_agg(encode(data, 'escape'), '' order by lsn) as sent from pg_logical_slot_peek_binary_changes(
         $1, null, null, 'proto_version', '1', 'publication_names', $2)`,
      [slot, `zero_buckets_${await rangeOf(ours.accountId)}`],
    );
    sent = rows[0]!.sent;
    await pool.query('select pg_drop_replication_slot($1)', [slot]);
  });

  it('has rows of every published table', async () => {
    const tables = (await publishedBy('zero_studio')).map(({ tablename }) => tablename);
    expect(tables.filter((table) => !sent.includes(String.raw`public\000${table}\000`))).toEqual([]);
    expect(sent).toContain(OURS);
  });

  it('has no row of a studio in another group', () => {
    for (const mark of [THEIRS!, theirs.accountId, theirs.galleryId]) expect(sent).not.toContain(mark);
  });
});
