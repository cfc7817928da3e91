import { pushMigrations } from '#ops/migrate/push-migrations.ts';
import { StartError } from '../supervisor/start-error.ts';

/** The CLI's message for an applied migration without a file. */
const UNKNOWN_MIGRATION = 'Remote migration versions not found in local migrations directory';

/**
 * Applies `supabase/migrations` to a database of `.data`.
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
}
