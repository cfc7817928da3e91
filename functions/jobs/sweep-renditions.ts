import { fileId, galleryId } from '#core/domain/ids.ts';
import { type CleanedBucket, cleanUpBucket } from './sweep-bucket.ts';
import type { CleanupDeps } from './sweep-services.ts';

/** The picture of `{galleryId}/{fileId}/{rendition}`; null for Open Graph pictures and others'. */
export function parseFileOwner(key: string): string | null {
  const [gallery, file, rendition] = key.split('/');
  if (!galleryId.safeParse(gallery).success || !rendition) return null;
  return fileId.safeParse(file).data ?? null;
}

/** Removes renditions of pictures that no row names, now or in the past: of a function that died before it could. */
export function cleanUpRenditions(jobs: CleanupDeps): Promise<CleanedBucket> {
  return cleanUpBucket(jobs, 'renditions', {
    parseOwner: parseFileOwner,
    async orphans(keys) {
      const rows = await jobs.db.query<{ fileId: string }>(
        `select k.file_id as "fileId" from unnest($1::text[]) as k (file_id)
         where not exists (select from photos p where p.file_id = k.file_id)
           and not exists (select from photo_files f where f.file_id = k.file_id)
           and not exists (
             select from outbox o where o.done_at is null and strpos(o.payload::text, k.file_id) > 0)`,
        [[...new Set(keys.map(({ owner }) => owner))]],
      );
      const unnamed = new Set(rows.map((row) => row.fileId));
      return keys.filter(({ owner }) => unnamed.has(owner)).map(({ key }) => key);
    },
  });
}
