/**
 * One studio alone, and the same studio in an installation of many: the time of each job, list and export in both, and
 * the rows that each reads by sequential scans.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connectDatabase, type Database } from '#functions/platform/db/database.ts';
import { asAdmin, asApi, inDatabase } from '#local/postgres/addresses.ts';
import { bootstrapHosted, migrateLocal } from '#local/postgres/bootstrap.ts';
import { startPostgres } from '#local/postgres/cluster.ts';
import { removeCluster } from '#local/postgres/open-folder.ts';
import type { Figure } from '../../bench/figure.ts';
import { freePort } from '../../support/free-port.ts';
import { generate, type Installation, LARGE } from './generate.ts';
import { type Work, WORKS } from './works.ts';

/** What one studio may cost in a large installation, compared with it alone. */
const LIMIT = 1.3;
const ROUNDS = 7;

interface Measured {
  ms: number;
  rounds: number;
  /** Rows read by sequential scans, by table. */
  scanned: Record<string, number>;
}

/** A part of the full size. */
export function sizeOf(scale: number): Installation {
  const part = (count: number) => Math.ceil(count * scale);
  return { ...LARGE, photos: part(LARGE.photos), sessions: part(LARGE.sessions), events: part(LARGE.events) };
}

export async function compareInstallations(size: Installation): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'scale-'));
  await chmod(folder, 0o711);
  const postgres = await startPostgres({ dir: join(folder, 'postgres'), port: await freePort(), durable: false });
  try {
    const admin = await connect(asAdmin(postgres.url));
    await admin.query('create database one');
    await bootstrapHosted(inDatabase(postgres.url, 'one'));
    await admin.query('alter database one owner to postgres');
    await migrateLocal(inDatabase(postgres.url, 'one'));
    await admin.query('create database many template one owner postgres');
    await admin.end();
    const small = await fill(inDatabase(postgres.url, 'one'), { ...size, studios: 1 });
    const large = await fill(inDatabase(postgres.url, 'many'), size);
    const figures: Figure[] = [...small.figures, ...large.figures];
    for (const [name, work] of Object.entries(WORKS)) {
      const [alone, among] = [await measure(small.url, work), await measure(large.url, work)];
      figures.push(...compare(name, work, alone, among));
      console.log(`${name}: ${alone.ms.toFixed(1)} ms alone, ${among.ms.toFixed(1)} ms among many`);
    }
    return figures;
  } finally {
    await postgres.stop();
    removeCluster(join(folder, 'postgres'));
    await rm(folder, { recursive: true, force: true });
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

async function fill(url: string, size: Installation): Promise<{ url: string; figures: Figure[] }> {
  const db = await connect(asAdmin(url));
  try {
    const started = performance.now();
    await generate(db, size);
    console.log(`${size.studios} studios generated in ${((performance.now() - started) / 1000).toFixed(0)} s`);
    const { rows } = await db.query('select pg_database_size(current_database()) / 1e9 as gb');
    const what = `database of ${size.studios} studios`;
    return { url, figures: [{ bar: 'scale', what, value: Number(rows[0].gb), limit: null, unit: 'GB' }] };
  } finally {
    await db.end();
  }
}

/** The best of some rounds, after one that fills caches: a busy machine only adds to a time. Scans are those of one round. */
async function measure(url: string, work: Work): Promise<Measured> {
  // One connection, so that its statistics can be read when the work is done.
  const db = connectDatabase(asApi(url), 1, { connectMs: 5_000, statementMs: 300_000, idleTransactionMs: 300_000 });
  try {
    await work.run({ db, url });
    const before = await scannedRows(db);
    const times: number[] = [];
    for (let round = 0; round < (work.grows ? 1 : ROUNDS); round += 1) {
      const started = performance.now();
      await work.run({ db, url });
      times.push(performance.now() - started);
    }
    const after = await scannedRows(db);
    const scanned = Object.entries(after).map(([table, rows]) => [table, (rows - (before[table] ?? 0)) / times.length]);
    return {
      ms: Math.min(...times),
      rounds: times.length,
      scanned: Object.fromEntries(scanned) as Record<string, number>,
    };
  } finally {
    await db.close();
  }
}

async function scannedRows(db: Database): Promise<Record<string, number>> {
  await db.query('select pg_stat_force_next_flush()');
  const rows = await db.query<{ name: string; rows: number }>(
    'select relname as name, seq_tup_read as rows from pg_stat_user_tables where seq_tup_read > 0',
  );
  return Object.fromEntries(rows.map(({ name, rows: read }) => [name, read]));
}

/** Rows beyond which a scan that also grows with the number of studios is listed. */
const MANY_ROWS = 1000;

/** Shorter times are compared as this one: they are mostly waiting for the processor. */
const FLOOR_MS = 5;

function compare(name: string, { grows, limit = LIMIT }: Work, alone: Measured, among: Measured): Figure[] {
  const ms = { bar: 'scale', limit: null, unit: 'ms', n: alone.rounds };
  const figures: Figure[] = [
    { ...ms, what: `${name}, alone`, value: alone.ms },
    { ...ms, what: `${name}, among many`, value: among.ms },
  ];
  if (grows) return figures;
  const ratio = Math.max(FLOOR_MS, among.ms) / Math.max(FLOOR_MS, alone.ms);
  const scans = Object.entries(among.scanned).filter(
    ([table, rows]) => rows > MANY_ROWS && rows > LIMIT * (alone.scanned[table] ?? 0),
  );
  return [
    ...figures,
    { ...ms, what: name, value: ratio, limit, unit: '× alone' },
    ...scans.map(([table, value]): Figure => ({
      bar: 'scale',
      what: `${name}, rows of ${table} read one by one`,
      value,
      limit: MANY_ROWS,
      unit: 'rows',
    })),
  ];
}
