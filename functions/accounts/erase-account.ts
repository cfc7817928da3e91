import { TRASH_MS } from '#core/domain/galleries/galleries.ts';
import { contractPrefix } from '../contracts/files.ts';
import { removeTenants } from '../domains/remove-tenants.ts';
import { logoPrefix } from '../logos/files.ts';
import { fontKey } from '../fonts/files.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { timestamp } from '../platform/db/database.ts';
import { picturePrefix } from '../site/pictures/objects.ts';

/**
 * Erases a closed studio after its galleries: objects first, then the rows. While the row exists, the job
 * can run again.
 */
export async function eraseAccount({ payload: { accountId }, jobs }: EffectRun<'account.erase'>): Promise<void> {
  const due = timestamp(jobs.clock() - TRASH_MS);
  const [row] = await jobs.db.query(
    `select a.id from accounts a where a.id = $1 and a.deleted_at <= $2
       and not exists (select from galleries g where g.account_id = a.id)`,
    [accountId, due],
  );
  // The studio was reopened or is already erased, or galleries are left; the trash job enqueues this effect again after
  // the last one.
  if (!row) return;
  await removeTenants(jobs, accountId);
  await jobs.storage.removePrefix('originals', `watermarks/${accountId}/`);
  await jobs.storage.removePrefix('originals', contractPrefix(accountId));
  await jobs.storage.removePrefix('renditions', `exports/${accountId}/`);
  await jobs.storage.removePrefix('renditions', logoPrefix(accountId));
  await jobs.storage.removePrefix('renditions', picturePrefix(accountId));
  const fonts = await jobs.db.query<{ id: string }>('select id from custom_fonts where account_id = $1', [accountId]);
  for (const { id } of fonts) await jobs.storage.remove('renditions', fontKey(id));
  await jobs.db.query('delete from accounts where id = $1 and deleted_at <= $2', [accountId, due]);
}
