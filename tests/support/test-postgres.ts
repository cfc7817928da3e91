import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { asAdmin, inDatabase } from '#local/postgres/addresses.ts';
import { bootstrapHosted, migrateLocal } from '#local/postgres/bootstrap.ts';
import { startPostgres } from '#local/postgres/cluster.ts';
import type { RunningPostgres } from '#local/postgres/cluster.ts';
import { removeCluster } from '#local/postgres/open-folder.ts';
import { freePort } from './free-port.ts';
import { BARE_TEMPLATE, TEMPLATE } from './template.ts';

/** Starts a PostgreSQL with template databases to clone, in a temporary folder that `stop` removes. */
export async function startTestPostgres(): Promise<RunningPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'albumen-test-'));
  // For root the server runs as another user, who must have access to its folder.
  await chmod(folder, 0o711);
  let postgres: RunningPostgres | undefined;
  const stop = async () => {
    await postgres?.stop();
    removeCluster(join(folder, 'postgres'));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    postgres = await startPostgres({ dir: join(folder, 'postgres'), port: await freePort(), durable: false });
    await createTemplates(postgres.url);
    return { ...postgres, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs `bootstrapHosted` once: it changes roles of the whole server, which two sessions cannot do at the same time. */
async function createTemplates(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: asAdmin(url) });
  await admin.connect();
  await admin.query(`create database ${BARE_TEMPLATE}`);
  await bootstrapHosted(inDatabase(url, BARE_TEMPLATE));
  await admin.query(`create database ${TEMPLATE} template ${BARE_TEMPLATE} owner postgres strategy file_copy`);
  await admin.end();
  await migrateLocal(inDatabase(url, TEMPLATE));
}
