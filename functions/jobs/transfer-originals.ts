import { parseAccountId } from '#core/domain/ids.ts';
import { mapConcurrently } from '../lib/concurrently.ts';
import { log } from '../lib/log.ts';
import { enqueue, type OriginalTransfer } from '../lib/outbox.ts';
import type { EffectRun } from './effect-run.ts';
import type { JobServices } from './services.ts';

const CONCURRENCY = 4;

/**
 * Writes originals under the names that their photos have by now; the bucket tells ingest of each. The former ones of
 * photos that moved are deleted only when the new ones are there, so that at no moment there is none. May be repeated
 * from any point: what is there already is not written again.
 */
export async function transferOriginals({ id, payload, jobs }: EffectRun<'photos.transfer'>): Promise<void> {
  const { fromGalleryId, isMove, items } = payload;
  const awaited = isMove ? await isSourceOfPending(jobs, id, items) : new Set();
  await mapConcurrently(CONCURRENCY, items, async (item) => {
    const isThere = await transferOne(jobs, item);
    if (!isMove || !isThere) return;
    const { photoId, from: key } = item;
    // This one alone: by now the photo may be back, with another original below the same ids.
    if (!awaited.has(key)) return jobs.storage.remove('originals', key);
    const previous = { galleryId: fromGalleryId, photoId, key };
    const options = { dedupeKey: `erase-original:${key}` };
    await enqueue(jobs.db, parseAccountId(fromGalleryId), 'original.erase', previous, jobs.clock(), options);
  });
}

/** Those of the originals that copies are still to be made of. No more of them come: a copy names the present one. */
async function isSourceOfPending(
  { db }: JobServices,
  id: string,
  items: readonly OriginalTransfer[],
): Promise<Set<string>> {
  const rows = await db.query<{ key: string }>(
    `select i ->> 'from' as key from outbox, jsonb_array_elements(payload -> 'items') as i
     where kind = 'photos.transfer' and done_at is null and id <> $1 and i ->> 'from' = any($2)`,
    [id, items.map(({ from }) => from)],
  );
  return new Set(rows.map(({ key }) => key));
}

/** Whether the original lies under its new name. */
async function transferOne(jobs: JobServices, item: OriginalTransfer): Promise<boolean> {
  const { db, storage } = jobs;
  const { photoId, from, to, mimeType } = item;
  if (await storage.head('originals', to)) return true;
  const [wanted] = await db.query('select id from photos where id = $1 and original_key = $2', [photoId, to]);
  // Erased in the meantime, and its former original with it.
  if (!wanted) return true;
  const isThere =
    (await storage.copy('originals', from, to, mimeType)) ||
    (await copyIfPresent(jobs, item)) ||
    // Another run of this effect was faster with all of it.
    (await storage.head('originals', to)) !== null;
  if (isThere) {
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

/** A photo that was copied may have moved since: then its original has another name, and still the same content. */
async function copyIfPresent({ db, storage }: JobServices, { photoId, fromPhotoId, to, mimeType }: OriginalTransfer) {
  const [source] = await db.query<{ key: string }>(
    `select s.original_key as key from photos s join photos p on p.account_id = s.account_id and p.id = $1
     where s.id = $2 and s.original_key <> $3 and s.size = p.size and s.sha256 is not distinct from p.sha256`,
    [photoId, fromPhotoId, to],
  );
  return source !== undefined && storage.copy('originals', source.key, to, mimeType);
}
