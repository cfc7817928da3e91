import { readFile } from 'node:fs/promises';
import pg, { type ClientBase } from 'pg';
import { ONE_GROUP, parseSyncGroups } from '#core/domain/studio/sync-groups.ts';
import { databaseTarget } from '#ops/lib/database-target.ts';
import { ensureApiRoles, grantSyncTables } from '#ops/migrate/api-role.ts';
import { pushMigrations } from '#ops/migrate/push-migrations.ts';
import { ensureSyncPublications } from '#ops/migrate/sync-publications.ts';
import { StartError } from '../supervisor/start-error.ts';
import { asAdmin, LOCAL_PASSWORD } from './addresses.ts';

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

/** The CLI's message for an applied migration without a file. */
const UNKNOWN_MIGRATION = 'Remote migration versions not found in local migrations directory';

/**
 * Applies `supabase/migrations` to a database of `.data`, and creates the publications of groups and the role of the
 * functions.
 * @param groups of studios, with a zero-cache each
 * @throws StartError if the database was made by other migrations than those of this checkout
 * @throws CommandError if a migration fails
 */
export async function migrateLocal(url: string, groups = parseSyncGroups(ONE_GROUP)): Promise<void> {
  try {
    await pushMigrations(url);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes(UNKNOWN_MIGRATION))) throw error;
    throw new StartError('The database is from an older version of Albumen: start over with `npm start -- --reset`.');
  }
  const target = databaseTarget(url);
  await ensureSyncPublications(target, groups);
  await ensureApiRoles(target, [LOCAL_PASSWORD], groups);
  // zero-cache signs in as the superuser here, see bootstrap.sql.
  const admin = new pg.Client({ connectionString: asAdmin(url) });
  await admin.connect();
  try {
    await admin.query(grantSyncTables(groups));
  } finally {
    await admin.end();
  }
}
