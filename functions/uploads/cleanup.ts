import { fileId, galleryId, rowId } from '#core/domain/values/ids.ts';
import { posterKey } from '#core/domain/photos/videos.ts';
import { mapConcurrently } from '../platform/concurrency.ts';
import { publishMetrics } from '../platform/observability/telemetry.ts';
import { type CleanedBucket, cleanUpBucket } from './orphan-objects.ts';
import { type CleanedRows, type CleanupDeps, cleanUpPhotos, cleanUpReplacements, ORPHAN_MS } from './stale-uploads.ts';

/**
 * Returns the photo id of `{galleryId}/{photoId}/{original}` and of a poster below it; null for watermarks, archives
 * and unknown keys.
 */
function parsePhotoOwner(key: string): string | null {
  const [gallery, photo, original, ...more] = key.split('/');
  const isPoster = original !== undefined && key === posterKey([gallery, photo, original].join('/'));
  if (!galleryId.safeParse(gallery).success || !original || (more.length > 0 && !isPoster)) return null;
  return rowId.safeParse(photo).data ?? null;
}

/** Returns the contract id of `contracts/{accountId}/{contractId}/{sha256}.pdf`; null for other keys. */
function parseContractOwner(key: string): string | null {
  return /^contracts\/[0-9a-z]{10}\/([0-9a-z]{20})\/[0-9a-f]{64}\.pdf$/.exec(key)?.[1] ?? null;
}

/** Returns the original that a key belongs to: itself, or the video of a poster. */
const originalOf = ({ key }: { key: string }) => key.split('/').slice(0, 3).join('/');

/**
 * Deletes originals without a row: from uploads that were cancelled during a PUT, or of photos with another original.
 * Skips originals in pending outbox effects and of photos in progress, because they may be about to be copied. Deletes
 * contracts of signatures that were not recorded.
 */
function cleanUpOriginals(jobs: CleanupDeps): Promise<CleanedBucket> {
  return cleanUpBucket(jobs, 'originals', {
    parseOwner: (key) => parsePhotoOwner(key) ?? parseContractOwner(key),
    async orphans(keys) {
      const rows = await jobs.db.query<{ key: string }>(
        `select k.key from unnest($1::text[], $2::text[], $3::text[]) as k (key, photo_id, original)
         where case when k.key like 'contracts/%' then not exists (
             select from contract_texts t where t.contract_id = k.photo_id
               and split_part(split_part(k.key, '/', 4), '.', 1) in (t.signed_sha256, t.final_sha256))
           else not exists (
             select from photos p
             where p.id = k.photo_id and (p.original_key = k.original or p.status = 'processing'))
           and not exists (select from photo_replacements r where r.photo_id = k.photo_id and r.original_key = k.original)
           and not exists (
             select from outbox o where o.done_at is null and strpos(o.payload::text, k.photo_id) > 0) end`,
        [keys.map(({ key }) => key), keys.map(({ owner }) => owner), keys.map(originalOf)],
      );
      return rows.map(({ key }) => key);
    },
  });
}

const CONCURRENCY = 8;

/**
 * Aborts multipart uploads without a row, whose function died before storing the upload id. S3 does not list their
 * parts as objects, but charges for them.
 * @returns the number of aborted uploads
 */
async function cleanUpParts({ clock, db, storage }: CleanupDeps): Promise<number> {
  const unfinished = await storage.multipart.list('originals', '');
  const old = unfinished.filter(({ key, initiatedAt }) => parsePhotoOwner(key) && initiatedAt <= clock() - ORPHAN_MS);
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

/** Returns the file id of `{galleryId}/{fileId}/{rendition}`; null for Open Graph images and other keys. */
function parseFileOwner(key: string): string | null {
  const [gallery, file, rendition] = key.split('/');
  if (!galleryId.safeParse(gallery).success || !rendition) return null;
  return fileId.safeParse(file).data ?? null;
}

/** Returns the token of a website's picture, `site/{token}-{width}.{format}`; null for other keys. */
function parsePictureOwner(key: string): string | null {
  return /^site\/([0-9a-z]{10}\/[0-9a-z]{32})-\d+\.\w+$/.exec(key)?.[1] ?? null;
}

/**
 * Deletes renditions without a current or retired file id, and pictures of websites without a row, left by a function
 * that died before it deleted them.
 */
function cleanUpRenditions(jobs: CleanupDeps): Promise<CleanedBucket> {
  return cleanUpBucket(jobs, 'renditions', {
    parseOwner: (key) => parseFileOwner(key) ?? parsePictureOwner(key),
    async orphans(keys) {
      const rows = await jobs.db.query<{ fileId: string }>(
        `select k.file_id as "fileId" from unnest($1::text[]) as k (file_id)
         where not exists (select from photos p where p.file_id = k.file_id)
           and not exists (select from retired_photo_files f where f.file_id = k.file_id)
           and not exists (select from site_pictures s where s.token = k.file_id)
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
  /** Deleted objects without a row. */
  originals: number;
  renditions: number;
  /** Objects without a row in both buckets that were kept, because their rows seem to be missing. */
  skipped: number;
  /** Aborted multipart uploads without a row. */
  parts: number;
}

/**
 * Synchronises rows and objects after interruptions: completes or deletes uploads, restarts stuck photos, and deletes
 * objects without a row. Rows come first, because they may complete an object.
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
