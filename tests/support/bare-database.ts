import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { inDatabase } from '#local/postgres/addresses.ts';
import { bootstrapHosted } from '#local/postgres/bootstrap.ts';
import type { TestDatabase } from './database.ts';

/** Creates a database like that of a new hosted project, before the first migration; call `drop` afterwards. */
export async function createBareDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `bare_${randomBytes(8).toString('hex')}`;
  await execute(server, `create database ${name}`);
  const url = inDatabase(server, name);
  await bootstrapHosted(url);
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  pool.on('error', () => undefined);
  return {
    url,
    pool,
    drop: async () => {
      await pool.end();
      await execute(server, `drop database ${name} with (force)`);
    },
  };
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
