import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { applyAuthSchema } from '#local/auth/schema.ts';
import { asAdmin } from './addresses.ts';

/**
 * Gives the database behind `url` the roles, grants and schemas that a hosted project has before its first migration.
 * Signs in as the superuser of our own clusters. Safe to run at every start; but for a database that our migrations
 * have closed, `alter default privileges` would open future tables again, so it is done only once a database.
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
    // zero-cache's event triggers are none of this role's business; a hosted project spares its own roles as well.
    await client.query('set session_replication_role = replica');
    // As the auth service does on a hosted project, so that its tables belong to it.
    await client.query('set role supabase_auth_admin');
    await applyAuthSchema(client);
  } finally {
    await client.end();
  }
}

/** The last thing that bootstrap.sql makes. */
async function isBootstrapped(client: pg.Client): Promise<boolean> {
  const found = await client.query("select from pg_publication where pubname = 'supabase_realtime'");
  return found.rowCount === 1;
}
