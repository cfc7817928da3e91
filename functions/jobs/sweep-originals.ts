import { galleryId, rowId } from '#core/domain/ids.ts';
import { type CleanedBucket, cleanUpBucket } from './sweep-bucket.ts';
import type { CleanupDeps } from './sweep-services.ts';

/** The photo of `{galleryId}/{photoId}/{original}`; null for watermarks, archives, and whatever is nobody's here. */
export function parsePhotoOwner(key: string): string | null {
  const [gallery, photo, original, ...more] = key.split('/');
  if (!galleryId.safeParse(gallery).success || !original || more.length > 0) return null;
  return rowId.safeParse(photo).data ?? null;
}

/**
 * Removes originals that no row names: of uploads that were given up while a PUT was under way, of photos that have
 * another by now. What an effect of the outbox still speaks of, and of a photo that is being read, is left alone: it may
 * be on its way to another name.
 */
export function cleanUpOriginals(jobs: CleanupDeps): Promise<CleanedBucket> {
  return cleanUpBucket(jobs, 'originals', {
    parseOwner: parsePhotoOwner,
    async orphans(keys) {
      const rows = await jobs.db.query<{ key: string }>(
        `select k.key from unnest($1::text[], $2::text[]) as k (key, photo_id)
         where not exists (
             select from photos p
             where p.id = k.photo_id and (p.original_key = k.key or p.status = 'processing'))
           and not exists (select from photo_replacements r where r.photo_id = k.photo_id and r.original_key = k.key)
           and not exists (
             select from outbox o where o.done_at is null and strpos(o.payload::text, k.photo_id) > 0)`,
        [keys.map(({ key }) => key), keys.map(({ owner }) => owner)],
      );
      return rows.map(({ key }) => key);
    },
  });
}
