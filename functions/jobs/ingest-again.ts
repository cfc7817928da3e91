import type { EffectRun } from './effect-run.ts';

/** Has a stored original read once more. Ingest itself finds out that it is not there. */
export async function reingestPhoto({
  payload: { galleryId, photoId },
  jobs,
}: EffectRun<'photo.ingest'>): Promise<void> {
  const [photo] = await jobs.db.query<{ key: string | null }>(
    `select original_key as key from photos
     where id = $1 and gallery_id = $2 and status = 'processing' and deleted_at is null`,
    [photoId, galleryId],
  );
  if (!photo) return;
  if (photo.key) return jobs.requestIngest([photo.key]);
  await jobs.db.query(
    `update photos set status = 'failed', failure_reason = 'upload_missing' where id = $1 and status = 'processing'`,
    [photoId],
  );
}
