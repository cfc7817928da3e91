import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { inDatabase } from '#local/postgres/addresses.ts';
import { TEMPLATE } from './template.ts';

export type TestDatabase = {
  /** As the role `postgres`, which owns the schema: what functions and zero-cache get. */
  url: string;
  pool: pg.Pool;
  /** Ends the pool and drops the database, whoever is still connected. */
  drop: () => Promise<void>;
};

/** A database of one's own, as the migrations leave it: call it in `beforeAll`, and `drop` in `afterAll`. */
export async function createDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await execute(server, `create database ${name} template ${TEMPLATE}`);
  const url = inDatabase(server, name);
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  // The drop below cuts sessions that are still saying goodbye: the client says so, and the pool for its idle ones.
  // A query that fails still rejects by itself.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const drop = async () => {
    await pool.end();
    await execute(server, `drop database ${name} with (force)`);
  };
  return { url, pool, drop };
}

/** How many sessions of this database wait for another one's lock: to be polled, where a test needs a race. */
export async function waitingSessions(pool: pg.Pool): Promise<number> {
  const found = await pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return found.rowCount ?? 0;
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
