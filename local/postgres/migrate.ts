import pg from 'pg';
import { databaseTarget } from '#ops/lib/database-target.ts';
import { ensureApiRoles, GRANT_SYNC_TABLES } from '#ops/migrate/api-role.ts';
import { pushMigrations } from '#ops/migrate/push-migrations.ts';
import { StartError } from '../supervisor/start-error.ts';
import { asAdmin, LOCAL_PASSWORD } from './addresses.ts';

/** The CLI's message for an applied migration without a file. */
const UNKNOWN_MIGRATION = 'Remote migration versions not found in local migrations directory';

/**
 * Applies `supabase/migrations` to a database of `.data`, and creates the role of the functions.
 * @throws StartError if the database was made by other migrations than those of this checkout
 * @throws CommandError if a migration fails
 */
export async function migrateLocal(url: string): Promise<void> {
  try {
    await pushMigrations(url);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes(UNKNOWN_MIGRATION))) throw error;
    throw new StartError('The database is from an older version of Albumen: start over with `npm start -- --reset`.');
  }
  await ensureApiRoles(databaseTarget(url), [LOCAL_PASSWORD]);
  // zero-cache signs in as the superuser here, see bootstrap.sql.
  const admin = new pg.Client({ connectionString: asAdmin(url) });
  await admin.connect();
  try {
    await admin.query(GRANT_SYNC_TABLES);
  } finally {
    await admin.end();
  }
}
