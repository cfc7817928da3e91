import { concurrently } from '../lib/concurrently.ts';
import { log } from '../lib/log.ts';
import type { Transfer } from '../lib/outbox.ts';
import type { EffectRun } from './effect-run.ts';
import type { JobServices } from './services.ts';

const CONCURRENCY = 4;

/**
 * Writes originals under the names that their photos have by now; the bucket tells ingest of each. The former ones of
 * photos that moved are deleted only when the new ones are there, so that at no moment there is none. May be repeated
 * from any point: what is there already is not written again.
 */
export async function transferOriginals({ payload, jobs }: EffectRun<'photos.transfer'>): Promise<void> {
  const { isMove, items } = payload;
  await concurrently(CONCURRENCY, items, async (item) => {
    const isThere = await transferOne(jobs, item);
    // This one alone: by now the photo may be back, with another original below the same ids.
    if (isMove && isThere) await jobs.storage.remove('originals', item.from);
  });
}

/** Whether the original lies under its new name. */
async function transferOne(jobs: JobServices, { photoId, fromPhotoId, from, to, mimeType }: Transfer) {
  const { db, storage } = jobs;
  if (await storage.head('originals', to)) return true;
  const [wanted] = await db.query('select id from photos where id = $1 and original_key = $2', [photoId, to]);
  // Erased in the meantime, and its former original with it.
  if (!wanted) return true;
  if ((await storage.copy('originals', from, to, mimeType)) || (await copyPresent(jobs, fromPhotoId, to, mimeType))) {
    // A sweep may have found it missing before it came here.
    await db.query(
      `update photos set status = 'processing', failure_reason = null
       where id = $1 and original_key = $2 and status = 'failed' and failure_reason = 'upload_missing'`,
      [photoId, to],
    );
    return true;
  }
  log('error', 'original_missing', { id: photoId });
  await db.query(
    `update photos set status = 'failed', failure_reason = 'upload_missing'
     where id = $1 and original_key = $2 and status = 'processing'`,
    [photoId, to],
  );
  return false;
}

/** A photo that was copied may have moved or been replaced since: then its original has another name. */
async function copyPresent({ db, storage }: JobServices, fromPhotoId: string, to: string, mimeType: string) {
  const [source] = await db.query<{ key: string }>('select original_key as key from photos where id = $1', [
    fromPhotoId,
  ]);
  return source !== undefined && source.key !== to && storage.copy('originals', source.key, to, mimeType);
}
