import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from '@rocicorp/zero-sqlite3';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SECOND_MS } from '#core/domain/values/durations.ts';
import { asAdmin } from '#local/postgres/addresses.ts';
import { zeroCacheEnvironment } from '#local/zero-cache/environment.ts';
import { markAccount } from '../support/canary.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { insertSampleRows } from '../support/sample-rows.ts';
import { answers } from '../support/stack.ts';

/** Includes the first copy on a busy machine. */
const PATIENCE = { timeout: 120 * SECOND_MS, interval: 200 };
const MARK = 'canaryours';
const CLI = join(import.meta.dirname, '../../node_modules/@rocicorp/zero/out/zero/src/cli.js');

let database: TestDatabase;
let folder: string;
let zeroCache: ChildProcess | undefined;
let output = '';
beforeAll(async () => {
  database = await createDatabase();
  folder = mkdtempSync(join(tmpdir(), 'albumen-buckets-'));
});
afterAll(async () => {
  if (zeroCache?.exitCode === null) {
    zeroCache.kill('SIGTERM');
    await once(zeroCache, 'exit');
  }
  // A database with a slot cannot be dropped.
  await vi.waitFor(
    () =>
      database.pool.query(
        'select pg_drop_replication_slot(slot_name) from pg_replication_slots where database = current_database()',
      ),
    PATIENCE,
  );
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function bucketOf(accountId: string): Promise<number> {
  const { rows } = await database.pool.query<{ bucket: number }>('select hashtext($1) & 31 as bucket', [accountId]);
  return rows[0]!.bucket;
}

/** Studios by table, in zero-cache's replica. */
function studiosIn(replica: string): Map<string, string[]> {
  const db = new Sqlite(replica, { readonly: true });
  try {
    const tables = db
      .prepare(
        `select m.name as "table", c.name as "column" from sqlite_master m join pragma_table_info(m.name) c
         where m.type = 'table' and c.name = case m.name when 'accounts' then 'id' else 'account_id' end`,
      )
      .all() as { table: string; column: string }[];
    return new Map(
      tables.map(({ table, column }) => {
        const rows = db.prepare(`select distinct "${column}" as studio from "${table}"`).all() as { studio: string }[];
        return [table, rows.map(({ studio }) => studio)];
      }),
    );
  } finally {
    db.close();
  }
}

it('a zero-cache of one bucket copies and follows the rows of its studios only', { timeout: 300_000 }, async () => {
  const { pool } = database;
  const ours = await insertSampleRows(pool);
  let theirs = await insertSampleRows(pool);
  while ((await bucketOf(theirs.accountId)) === (await bucketOf(ours.accountId))) theirs = await insertSampleRows(pool);
  const replicaFile = join(folder, 'replica.db');
  const port = await freePort();
  const bucket = await bucketOf(ours.accountId);
  const group = { number: 1, first: bucket, last: bucket };
  const options = {
    group,
    port,
    changeStreamerPort: await freePort(),
    replicaFile,
    databaseUrl: asAdmin(database.url),
  };
  const keys = { apiOrigin: 'http://127.0.0.1:9', apiKey: 'k', adminPassword: 'p' };
  const environment = zeroCacheEnvironment({ ...options, ...keys });
  zeroCache = spawn(process.execPath, [CLI], { env: { PATH: process.env['PATH'], ...environment } });
  for (const stream of [zeroCache.stdout!, zeroCache.stderr!]) stream.on('data', (text) => (output += String(text)));
  await vi.waitFor(async () => {
    expect(await answers(`http://127.0.0.1:${port}/keepalive`), output).toBe(true);
  }, PATIENCE);
  const copied = studiosIn(replicaFile);
  await markAccount(pool, theirs.accountId, 'canarytheirs');
  await markAccount(pool, ours.accountId, MARK);
  await vi.waitFor(() => {
    const db = new Sqlite(replicaFile, { readonly: true });
    const { notes } = db.prepare('select notes from customers order by notes desc').get() as { notes: string };
    db.close();
    expect(notes).toBe(MARK);
  }, PATIENCE);
  const followed = studiosIn(replicaFile);
  for (const replica of [copied, followed]) {
    expect([...new Set([...replica.values()].flat())]).toEqual([ours.accountId]);
    expect([...replica].filter(([, studios]) => studios.length === 0)).toEqual([]);
  }
});
