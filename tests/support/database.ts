import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { asApi, inDatabase } from '#local/postgres/addresses.ts';
import { BARE_TEMPLATE, TEMPLATE } from './template.ts';

export type TestDatabase = {
  /** Connects as the role `postgres`, which owns the schema, like migrations. */
  url: string;
  pool: pg.Pool;
  /** Connects as the role of the functions. */
  apiUrl: string;
  apiPool: pg.Pool;
  /** Ends the pools and drops the database, cutting remaining connections. */
  drop: () => Promise<void>;
};

/**
 * Clones the migrated database for one file: call it in `beforeAll`, and `drop` in `afterAll`.
 * @param server URL of a `startTestPostgres`; the one of Vitest's run by default
 */
export const createDatabase = (server = inject('postgresUrl')) => clone(server, TEMPLATE);

/** Clones the database of a new hosted project, before the first migration. */
export const createBareDatabase = () => clone(inject('postgresUrl'), BARE_TEMPLATE);

async function clone(server: string, template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Without fsync, copying the files takes half of the time of logging their pages.
  await execute(server, `create database ${name} template ${template} strategy file_copy`);
  const url = inDatabase(server, name);
  const apiUrl = asApi(url);
  const [pool, apiPool] = [openPool(url), openPool(apiUrl)];
  const drop = async () => {
    await Promise.all([pool.end(), apiPool.end()]);
    await execute(server, `drop database ${name} with (force)`);
  };
  return { url, pool, apiUrl, apiPool, drop };
}

function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 10 });
  // The drop above cuts sessions that are still closing: the client and, for idle ones, the pool emit errors. A failing
  // query still rejects.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Number of sessions of this database that wait for a lock; poll it to create a race. */
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
