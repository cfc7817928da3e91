import { parseAccountId } from '#core/domain/ids.ts';
import { mapConcurrently } from '../lib/concurrently.ts';
import { timestamp } from '../lib/db.ts';
import { recheckFiles } from '../lib/looks.ts';
import { enqueue } from '../lib/outbox.ts';
import { IS_NOT_HIDDEN } from '../lib/public-gallery.ts';
import type { EffectRun } from './effect-run.ts';
import { renditionPaths } from './erase.ts';
import type { JobServices } from './services.ts';

/** Names of one run, each with a purge of its own: as many as are cleared well within its lease. */
const CLEAR_BATCH_SIZE = 250;
const CONCURRENCY = 8;
/** More names than these are taken out of the cache with all of their gallery: each path is paid for. */
const MAX_PURGED_PATHS = 5;

/** Of `photos p` and their former names `photo_files f`. */
export const CURRENT_FILE_ID = `case when p.gallery_id = f.gallery_id and ${IS_NOT_HIDDEN} then p.file_id end`;

export const sourcePointerKey = (galleryId: string, fileId: string) => `${galleryId}/${fileId}/source.json`;

interface RetiredFile {
  fileId: string;
  /** The photo's name of today; null when visitors of this gallery are not to be led there. */
  presentId: string | null;
  isCleared: boolean;
}

/**
 * Takes away what lies under former names of a gallery's renditions. First the sign to the present name goes up: from
 * then on nothing is made under the former one, and whoever asks meets the new picture or, for a moment, the old.
 * Then the old pictures go, from the bucket and from the distribution's cache. A name of a photo that has left the
 * gallery leads nowhere: who may see the one need not know of the other. Nor does one of a photo that is hidden: its
 * present name is the studio's alone, and all that were ever told are at an end.
 */
export async function clearRetiredFiles({
  idempotencyKey: idempotencyKey,
  payload,
  jobs,
}: EffectRun<'files.clear'>): Promise<void> {
  const { galleryId } = payload;
  const names = await findRetiredFiles(jobs, galleryId);
  const due = names.filter((name) => !name.isCleared);
  if (due.length === 0) return;
  await mapConcurrently(CONCURRENCY, names, ({ fileId, presentId }) =>
    writeRedirect(jobs, galleryId, fileId, presentId),
  );
  await mapConcurrently(CONCURRENCY, due, async ({ fileId, presentId }) => {
    const sign = presentId ? sourcePointerKey(galleryId, fileId) : undefined;
    await jobs.storage.removePrefix('renditions', `${galleryId}/${fileId}/`, sign);
  });
  const prefixes = due.length > MAX_PURGED_PATHS ? [galleryId] : due.map(({ fileId }) => `${galleryId}/${fileId}`);
  await jobs.purge(prefixes.flatMap(renditionPaths), idempotencyKey);
  await jobs.db.query('update photo_files set cleared_at = $2 where file_id = any($1)', [
    due.map(({ fileId }) => fileId),
    timestamp(jobs.clock()),
  ]);
  await recheckFiles(jobs.db, parseAccountId(galleryId), galleryId, jobs.clock());
  if (due.length < CLEAR_BATCH_SIZE) return;
  const dedupeKey = `clear:${galleryId}`;
  await enqueue(jobs.db, parseAccountId(galleryId), 'files.clear', payload, jobs.clock(), { dedupeKey });
}

/** Those that are due, and the older ones of the same photos: each is to lead to the end at once. */
function findRetiredFiles({ db }: JobServices, galleryId: string): Promise<RetiredFile[]> {
  return db.query<RetiredFile>(
    `with due as (select file_id, photo_id from photo_files
       where account_id = $1 and gallery_id = $2 and cleared_at is null order by retired_at, file_id limit ${CLEAR_BATCH_SIZE})
     select f.file_id as "fileId", ${CURRENT_FILE_ID} as "presentId",
       not exists (select from due d where d.file_id = f.file_id) as "isCleared"
     from photo_files f join photos p on p.account_id = f.account_id and p.id = f.photo_id
     where f.account_id = $1 and f.gallery_id = $2 and f.photo_id in (select d.photo_id from due d)
       and (f.cleared_at is not null or f.file_id in (select d.file_id from due d))`,
    [parseAccountId(galleryId), galleryId],
  );
}

async function writeRedirect({ storage }: JobServices, galleryId: string, fileId: string, presentId: string | null) {
  const key = sourcePointerKey(galleryId, fileId);
  if (!presentId) return storage.remove('renditions', key);
  const sign = new TextEncoder().encode(JSON.stringify({ movedTo: presentId }));
  await storage.put('renditions', key, sign, { contentType: 'application/json' });
}
