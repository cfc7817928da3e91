import { readFile } from 'node:fs/promises';
import pg, { type ClientBase } from 'pg';
import { asAdmin } from './addresses.ts';

/**
 * Creates the roles, grants and schemas that a hosted project has before its first migration, in the database of `url`.
 * Signs in as the superuser of our own clusters. Runs once per database: after our migrations, `alter default
 * privileges` would open future tables again.
 */
export async function bootstrapHosted(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: asAdmin(url) });
  await client.connect();
  try {
    if (!(await isBootstrapped(client))) {
      await client.query('begin');
      await client.query(await readFile(new URL('bootstrap.sql', import.meta.url), 'utf8'));
      await client.query('commit');
    }
    // Disables zero-cache's event triggers, as a hosted project does for its own roles.
    await client.query('set session_replication_role = replica');
    // As the auth service does on a hosted project, so that it owns its tables.
    await client.query('set role supabase_auth_admin');
    await applyAuthSchema(client);
  } finally {
    await client.end();
  }
}

/** Checks for the last object of bootstrap.sql. */
async function isBootstrapped(client: pg.Client): Promise<boolean> {
  const found = await client.query("select from pg_publication where pubname = 'supabase_realtime'");
  return found.rowCount === 1;
}

/**
 * Creates the `auth` schema of a hosted project, before the product's first migration (which may reference
 * `auth.users`). Safe to run at every start. The client needs the right to create schemas.
 */
async function applyAuthSchema(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query(await readFile(new URL('../auth/schema.sql', import.meta.url), 'utf8'));
}
