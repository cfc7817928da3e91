import { archivePrefix } from '../lib/archives/archive-prefix.ts';
import { MAX_ATTEMPTS } from '../lib/archives/lease.ts';
import { timestamp } from '../lib/db.ts';
import { describeError, log } from '../lib/log.ts';
import type { JobServices } from './services.ts';

type Deps = Pick<JobServices, 'clock' | 'db' | 'storage'>;

/** No link to one that is over is given; who has begun by then may come to the end of a file. */
const ABANDONED_MS = 60 * 60 * 1000;
/** Rows tell a page that was left open what became of its archive. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;
/** Archives a run clears away; the rest waits for the next. */
const BATCH_SIZE = 50;

interface LeftoverArchive {
  id: string;
  galleryId: string;
}

/** Clears away archives whose week is over and those that failed, and forgets them after a month. */
export async function cleanUpArchives({ clock, db, storage }: Deps): Promise<void> {
  const now = clock();
  await db.query(`update archives set status = 'expired' where status = 'ready' and expires_at <= $1`, [
    timestamp(now),
  ]);
  // Its last run was killed: one that ends by itself says so.
  await db.query(
    `update archives set status = 'failed', failure_reason = 'archive_failed', locked_until = null
     where status in ('waiting', 'packing') and attempts >= ${MAX_ATTEMPTS}
       and (locked_until is null or locked_until <= $1)`,
    [timestamp(now)],
  );
  const leftovers = await db.query<LeftoverArchive>(
    `select id, gallery_id as "galleryId" from archives
     where (status = 'failed' or status = 'expired' and expires_at <= $1) and (parts <> '[]' or entries <> '[]') limit ${BATCH_SIZE}`,
    [timestamp(now - ABANDONED_MS)],
  );
  for (const archive of leftovers) await deleteStored({ db, storage }, archive);
  await db.query(`delete from archives where status in ('failed', 'expired') and parts = '[]' and created_at <= $1`, [
    timestamp(now - RETENTION_MS),
  ]);
}

/** Objects first: as long as the row names files, the next run comes again. Thousands of names in a row go too. */
async function deleteStored({ db, storage }: Pick<Deps, 'db' | 'storage'>, archive: LeftoverArchive): Promise<void> {
  try {
    await storage.removePrefix('renditions', archivePrefix(archive));
    await db.query(`update archives set parts = '[]', entries = '[]' where id = $1`, [archive.id]);
  } catch (error) {
    log('error', 'sweep_failed', { id: archive.id, ...describeError(error) });
  }
}
