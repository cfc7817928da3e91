import type { EffectRun } from './effect-run.ts';

/**
 * Has a stored original read once more: it is written onto itself, and the bucket tells of it as of any new object.
 * So there is one way into ingest, with its own queue and repetitions.
 */
export async function ingestAgain({ payload: { galleryId, photoId }, jobs }: EffectRun<'photo.ingest'>): Promise<void> {
  const [photo] = await jobs.db.query<{ key: string | null; type: string }>(
    `select original_key as key, mime_type as type from photos
     where id = $1 and gallery_id = $2 and status = 'processing' and deleted_at is null`,
    [photoId, galleryId],
  );
  if (!photo) return;
  if (photo.key && (await jobs.storage.rewrite('originals', photo.key, photo.type))) return;
  await jobs.db.query(
    `update photos set status = 'failed', failure_reason = 'upload_missing' where id = $1 and status = 'processing'`,
    [photoId],
  );
}
