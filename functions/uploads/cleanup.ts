import { fileId, galleryId, rowId } from '#core/domain/ids.ts';
import { mapConcurrently } from '../platform/concurrency.ts';
import { publishMetrics } from '../platform/observability/telemetry.ts';
import { type CleanedBucket, cleanUpBucket } from './orphan-objects.ts';
import { type CleanedRows, type CleanupDeps, cleanUpPhotos, cleanUpReplacements, ORPHAN_MS } from './stale-uploads.ts';

/** The photo of `{galleryId}/{photoId}/{original}`; null for watermarks, archives, and whatever is nobody's here. */
function parsePhotoOwner(key: string): string | null {
  const [gallery, photo, original, ...more] = key.split('/');
  if (!galleryId.safeParse(gallery).success || !original || more.length > 0) return null;
  return rowId.safeParse(photo).data ?? null;
}

/**
 * Removes originals that no row names: of uploads that were given up while a PUT was under way, of photos that have
 * another by now. What an effect of the outbox still speaks of, and of a photo that is being read, is left alone: it may
 * be on its way to another name.
 */
function cleanUpOriginals(jobs: CleanupDeps): Promise<CleanedBucket> {
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

const CONCURRENCY = 8;

/**
 * Gives up uploads in parts that no row names: begun by a function that died before it could note them. S3 shows no
 * parts among objects, but charges for them.
 * @returns how many there were
 */
async function cleanUpParts({ clock, db, storage }: CleanupDeps): Promise<number> {
  const begun = await storage.multipart.list('originals', '');
  const old = begun.filter(({ key, initiatedAt }) => parsePhotoOwner(key) && initiatedAt <= clock() - ORPHAN_MS);
  if (old.length === 0) return 0;
  const named = await db.query<{ uploadId: string }>(
    `select upload_id as "uploadId" from photos where id = any($1) and upload_id is not null
     union all
     select upload_id from photo_replacements where photo_id = any($1) and upload_id is not null`,
    [old.map(({ key }) => parsePhotoOwner(key))],
  );
  const known = new Set(named.map(({ uploadId }) => uploadId));
  const orphans = old.filter(({ uploadId }) => !known.has(uploadId));
  await mapConcurrently(CONCURRENCY, orphans, ({ key, uploadId }) =>
    storage.multipart.abort('originals', key, uploadId),
  );
  return orphans.length;
}

/** The picture of `{galleryId}/{fileId}/{rendition}`; null for Open Graph pictures and others'. */
export function parseFileOwner(key: string): string | null {
  const [gallery, file, rendition] = key.split('/');
  if (!galleryId.safeParse(gallery).success || !rendition) return null;
  return fileId.safeParse(file).data ?? null;
}

/** Removes renditions of pictures that no row names, now or in the past: of a function that died before it could. */
function cleanUpRenditions(jobs: CleanupDeps): Promise<CleanedBucket> {
  return cleanUpBucket(jobs, 'renditions', {
    parseOwner: parseFileOwner,
    async orphans(keys) {
      const rows = await jobs.db.query<{ fileId: string }>(
        `select k.file_id as "fileId" from unnest($1::text[]) as k (file_id)
         where not exists (select from photos p where p.file_id = k.file_id)
           and not exists (select from retired_photo_files f where f.file_id = k.file_id)
           and not exists (
             select from outbox o where o.done_at is null and strpos(o.payload::text, k.file_id) > 0)`,
        [[...new Set(keys.map(({ owner }) => owner))]],
      );
      const unnamed = new Set(rows.map((row) => row.fileId));
      return keys.filter(({ owner }) => unnamed.has(owner)).map(({ key }) => key);
    },
  });
}

export interface CleanupRun {
  photos: CleanedRows;
  replacements: CleanedRows;
  /** Objects that no row names, removed. */
  originals: number;
  renditions: number;
  /** Such objects of both buckets that were left there, because it seems that it is the rows that are missing. */
  skipped: number;
  /** Uploads in parts that no row names, given up. */
  parts: number;
}

/**
 * Makes rows and objects agree again, whatever was interrupted: uploads are completed or forgotten, what got stuck is
 * read again, and what no row names is removed. Rows first: they may name what was put together only now.
 */
export async function cleanUpUploads(jobs: CleanupDeps): Promise<CleanupRun> {
  const photos = await cleanUpPhotos(jobs);
  const replacements = await cleanUpReplacements(jobs);
  const parts = await cleanUpParts(jobs);
  const originals = await cleanUpOriginals(jobs);
  const renditions = await cleanUpRenditions(jobs);
  const skipped = originals.skipped + renditions.skipped;
  publishMetrics('uploads-sweep', jobs.clock(), { OrphansHeld: { value: skipped, unit: 'Count' } });
  return { photos, replacements, parts, originals: originals.removed, renditions: renditions.removed, skipped };
}
