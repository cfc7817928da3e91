import pg from 'pg';
import { publicationOf, type SyncGroup } from '#core/domain/studio/sync-groups.ts';
import { CommandError } from '../lib/command.ts';
import type { DatabaseTarget } from '../lib/database-target.ts';
import { reasonOf } from '../lib/reason.ts';

/**
 * Creates the publications of groups that have only some of the studios. That of all studios is a migration's.
 * @param groups of studios, with a zero-cache each
 * @throws CommandError with the server's reason
 */
export async function ensureSyncPublications(
  { client: options }: DatabaseTarget,
  groups: readonly SyncGroup[],
): Promise<void> {
  const client = new pg.Client(options);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('select pubname as name from pg_publication');
    const present = new Set(rows.map(({ name }) => name));
    const missing = new Set(groups.map(publicationOf).filter((name) => !present.has(name)));
    if (missing.size === 0) return;
    const create = [...missing].map((name) => `create publication ${name};`).join(' ');
    await client.query(`begin; ${create} select public.publish_to_zero(); commit`);
  } catch (error) {
    throw new CommandError(`The publications of groups cannot be made: ${reasonOf(error)}`);
  } finally {
    await client.end();
  }
}
