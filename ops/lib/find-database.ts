import type { DatabaseTarget } from './database-target.ts';
import { runningInstallation } from './running-installation.ts';
import { stageDatabase } from './stage-database.ts';

export interface FindOptions {
  /** Data folder of a running `npm start`. */
  data?: string | undefined;
  /** Stage whose secret is the database's address, unless `DATABASE_DIRECT_URL` is. */
  stage?: string | undefined;
}

interface FoundDatabase {
  /** Which one it is, for the operator. */
  name: string;
  database: DatabaseTarget;
  /** The variables that name the rest of its installation. */
  env: Readonly<Record<string, string | undefined>>;
}

/**
 * Finds the database that a command works on: that of `data`; or the one that the environment names, as
 * `DATABASE_DIRECT_URL` or a stage; or else the one that `npm start` runs on its usual folder.
 * @throws CommandError naming what is missing
 */
export async function findDatabase(
  { data, stage }: FindOptions,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<FoundDatabase> {
  if (data === undefined && (stage || env['DATABASE_DIRECT_URL'])) {
    const database = await stageDatabase(stage, { env });
    return { name: `the database at ${database.host}`, database, env };
  }
  const running = runningInstallation(data);
  const database = await stageDatabase(undefined, { env: running.env });
  return { name: running.name, database, env: running.env };
}
