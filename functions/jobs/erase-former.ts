import { parseAccountId } from '#core/domain/ids.ts';
import { enqueue } from '../lib/outbox.ts';
import type { EffectRun } from './effect-run.ts';

/** How long what is still used is kept before it is looked at again, in milliseconds. */
const RETRY_MS = 60_000;
/** A photo that cannot be made anew for this long will not be, and holds no mark back. */
const MAX_WAIT_MS = 24 * 60 * 60 * 1000;

/** Deletes an original that was replaced, or a new one that turned out to be none. */
export async function eraseOriginal({ payload, jobs }: EffectRun<'original.erase'>): Promise<void> {
  const { galleryId, photoId, key } = payload;
  const [row] = await jobs.db.query<{ isUsed: boolean; isNeeded: boolean }>(
    `select exists (select from photos where id = $1 and original_key = $2)
         or exists (select from photo_replacements
           where photo_id = $1 and original_key = $2 and status <> 'failed') as "isUsed",
       exists (select from photo_files where photo_id = $1 and cleared_at is null)
         or exists (select from outbox where kind = 'photos.transfer' and done_at is null
           and payload -> 'items' @> $3::jsonb) as "isNeeded"`,
    [photoId, key, JSON.stringify([{ from: key }])],
  );
  if (row?.isUsed) return;
  if (!row?.isNeeded) return jobs.storage.remove('originals', key);
  // Sizes that nobody has asked for yet are still made of it under the former name, or a copy is to have it.
  const now = jobs.clock();
  const options = { dedupeKey: `erase-original:${key}`, runAfter: now + RETRY_MS };
  await enqueue(jobs.db, parseAccountId(galleryId), 'original.erase', payload, now, options);
}

/** Deletes a former picture of a mark. Until the last photo is made anew, the pictures that bear it are shown. */
export async function eraseWatermarkImage({ payload, jobs }: EffectRun<'watermark.erase'>): Promise<void> {
  const { key, since } = payload;
  const accountId = key.split('/')[1]!;
  const [row] = await jobs.db.query<{ isUsed: boolean; isNeeded: boolean }>(
    `select exists (select from watermarks where account_id = $1 and image_key = $2) as "isUsed",
       exists (select from photos where account_id = $1 and look_version <> rendered_version
         and status in ('ready', 'processing') and deleted_at is null)
       or exists (select from photo_files where account_id = $1 and cleared_at is null) as "isNeeded"`,
    [accountId, key],
  );
  if (row?.isUsed) return;
  const now = jobs.clock();
  if (!row?.isNeeded || now - since > MAX_WAIT_MS) return jobs.storage.remove('originals', key);
  const options = { dedupeKey: `erase-mark:${key}`, runAfter: now + RETRY_MS };
  await enqueue(jobs.db, accountId, 'watermark.erase', payload, now, options);
}
