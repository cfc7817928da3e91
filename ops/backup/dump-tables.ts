import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { CommandError } from '../lib/command.ts';
import { tableFile } from './folder.ts';
import type { Manifest, TableRecord } from './manifest.ts';
import { hashRows } from './row-hash.ts';
import { inTransaction } from './session.ts';
import { columnList, readMigrations, readSequences, readTables, tableName, type TableShape } from './tables.ts';

type Snapshot = Pick<Manifest, 'snapshotAt' | 'lsn' | 'serverVersion' | 'migrations' | 'sequences' | 'tables'>;

/**
 * Writes all tables from one snapshot, in one transaction that blocks no writers.
 * @throws Error if the migrations have not created this database
 */
export function dumpTables(db: pg.Client, run: string): Promise<Snapshot> {
  return inTransaction(db, 'begin isolation level repeatable read read only', async () => {
    const migrations = await readMigrations(db);
    if (migrations.length === 0) throw new CommandError('the database has no migrations of ours: is it the right one?');
    const shapes = await readTables(db);
    // Blocks a migration from rewriting a table, which would leave it empty in our snapshot.
    await db.query(`lock table ${shapes.map(tableName).join(', ')} in access share mode`);
    const moment = await readMoment(db);
    const tables: TableRecord[] = [];
    for (const shape of shapes) tables.push(await dumpTable(db, run, shape));
    return { ...moment, migrations, tables, sequences: await readSequences(db) };
  });
}

async function readMoment(db: pg.Client): Promise<Pick<Snapshot, 'snapshotAt' | 'lsn' | 'serverVersion'>> {
  const found = await db.query<{ at: string; lsn: string; version: string }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
       pg_current_wal_lsn()::text as lsn, current_setting('server_version') as version`,
  );
  const { at, lsn, version } = found.rows[0]!;
  return { snapshotAt: at, lsn, serverVersion: version };
}

async function dumpTable(db: pg.Client, run: string, shape: TableShape): Promise<TableRecord> {
  const rows = hashRows();
  const measured = measure();
  const file = createWriteStream(tableFile(run, shape), { mode: 0o600, flush: true });
  await pipeline(db.query(copyTo(copyStatement(shape))), rows.stream, createGzip(), measured.stream, file);
  return { ...shape, ...rows.digest(), ...measured.result() };
}

/** Returns the COPY statement that reads a table in the format of its file. */
export function copyStatement(shape: TableShape): string {
  return `copy (select ${columnList(shape.columns)} from ${tableName(shape)}) to stdout`;
}

/** Returns a pass-through stream that measures length and SHA-256. */
export function measure(): { stream: Transform; result: () => { bytes: number; sha256: string } } {
  const digest = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      digest.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, sha256: digest.copy().digest('hex') }) };
}
