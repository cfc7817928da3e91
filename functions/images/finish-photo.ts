import type { PhotoFailure } from '#core/domain/photos/photos.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { enqueueGalleryPurge, enqueueRerenderPurge, enqueueSitePictures, SETTLE_MS } from '../outbox/public-pages.ts';
import { retireFiles } from '../photos/rerender.ts';
import { type Database, type Queryable, timestamp } from '../platform/db/database.ts';
import { type Claim, isStyleCurrent, newFileId, type OriginalRef } from './claim-photo.ts';
import type { RenditionSetData } from './decoder/protocol.ts';

/** Data read from an original and its renditions. `webSize`: bytes of the download in web size. */
export type IngestedData = Omit<RenditionSetData, 'type'> & { size: number; sha256: string | null; webSize: number };

/** `retry`: the style has changed and nothing was published. `discarded`: the photo is gone. */
type FinishResult = 'published' | 'retry' | 'discarded';

type Photo = { status: string; fileId: string; originalKey: string; styleVersion: number; renderedVersion: number };

/**
 * Publishes renditions in one transaction: file id, dimensions and style change together, and the previous file id is
 * retired. Purges the cached pages of a published gallery, and refreshes the website's pictures.
 * @param now epoch milliseconds
 */
export function finishPhoto(db: Database, ref: OriginalRef, claim: Claim, facts: IngestedData, now: number) {
  return db.transaction(async (tx): Promise<FinishResult> => {
    // Lock the gallery first, like trashing and watermark changes do: the counter rows are locked in between, and a
    // different order would deadlock.
    const [gallery] = await tx.query<{ status: string }>(
      'select status from public.galleries where account_id = $1 and id = $2 for no key update',
      [claim.accountId, ref.galleryId],
    );
    const [photo] = await tx.query<Photo>(
      `select status, file_id as "fileId", original_key as "originalKey", style_version as "styleVersion",
         rendered_version as "renderedVersion"
       from public.photos where account_id = $1 and gallery_id = $2 and id = $3 and deleted_at is null for update`,
      [claim.accountId, ref.galleryId, ref.photoId],
    );
    if (!gallery || !photo) return 'discarded';
    const finish = await FINISHES[claim.kind](tx, { ref, claim, facts, photo, now });
    if (finish !== 'published') return finish;
    if (gallery.status !== 'published') await enqueueSitePictures(tx, claim.accountId, now);
    else if (claim.kind === 'new')
      await enqueueGalleryPurge(tx, claim.accountId, ref.galleryId, now, { settleMs: SETTLE_MS.uploads });
    else await enqueueRerenderPurge(tx, claim.accountId, ref.galleryId, now);
    return finish;
  });
}

/** True if a photo, also one in the trash, shows these renditions. */
export async function isPublished(db: Queryable, { fileId }: Claim): Promise<boolean> {
  const [photo] = await db.query(`select id from public.photos where file_id = $1 and status = 'ready'`, [fileId]);
  return photo !== undefined;
}

type FinishHandler = { ref: OriginalRef; claim: Claim; facts: IngestedData; photo: Photo; now: number };

const FINISHES: Record<Claim['kind'], (tx: Queryable, ending: FinishHandler) => Promise<FinishResult>> = {
  /** `processing → ready`; the gallery's first ready photo with an image becomes its cover. */
  async new(tx, { ref, claim, facts, photo, now }) {
    if (photo.originalKey !== ref.key || photo.fileId !== claim.fileId) return 'discarded';
    // Another run finished the same work first.
    if (photo.status === 'ready') return 'published';
    if (photo.status !== 'processing') return 'discarded';
    if (!(await isStyleCurrent(tx, ref, claim))) {
      // Use a new file id: sizes that were requested under this one have the old style.
      await tx.query('update public.photos set file_id = $2 where id = $1', [ref.photoId, newFileId()]);
      await retirePrevious(tx, ref, claim, photo, now);
      return 'retry';
    }
    const ready = await tx.query(
      `update public.photos set status = 'ready', failure_reason = null, ${PUBLISHED_COLUMNS}, ${METADATA_COLUMNS},
         sha256 = $14 where id = $1 returning id`,
      [...publishedValues(ref, claim, facts), ...readValues(facts), facts.sha256],
    );
    if (ready.length === 0) return 'discarded';
    if (!facts.metadata.noPreview) await coverGallery(tx, ref, claim);
    return 'published';
  },

  /** The first of two runs wins, and the newer of two styles. */
  async rerender(tx, { ref, claim, facts, photo, now }) {
    if (photo.originalKey !== ref.key || photo.status !== 'ready') return 'discarded';
    if (photo.renderedVersion >= claim.version) return 'discarded';
    if (!(await isStyleCurrent(tx, ref, claim))) return 'retry';
    await tx.query(`update public.photos set ${PUBLISHED_COLUMNS}, sha256 = $9 where id = $1`, [
      ...publishedValues(ref, claim, facts),
      facts.sha256,
    ]);
    await retirePrevious(tx, ref, claim, photo, now);
    return 'published';
  },

  /** Replaces the original; the previous object is deleted later. */
  async replacement(tx, { ref, claim, facts, photo, now }) {
    const [next] = await tx.query<{ filename: string }>(
      `select filename from public.photo_replacements
       where photo_id = $1 and original_key = $2 and status = 'processing' for update`,
      [ref.photoId, ref.key],
    );
    if (!next || photo.status === 'uploading') return 'discarded';
    if (!(await isStyleCurrent(tx, ref, claim))) return 'retry';
    const published = { ...claim, version: photo.styleVersion + 1 };
    await tx.query(
      `update public.photos set status = 'ready', failure_reason = null, ${PUBLISHED_COLUMNS}, ${METADATA_COLUMNS},
         style_version = $7, rotation = 0, focal_x = null, focal_y = null, original_key = $14, filename = $15,
         sha256 = $16, etag = null where id = $1`,
      [...publishedValues(ref, published, facts), ...readValues(facts), ref.key, next.filename, facts.sha256],
    );
    await tx.query('delete from public.photo_replacements where photo_id = $1', [ref.photoId]);
    await coverGallery(tx, ref, claim);
    await retirePrevious(tx, ref, claim, photo, now);
    await enqueueErase(tx, ref, claim, photo.originalKey, now);
    return 'published';
  },
};

/** Columns of the published renditions. `$1` is the photo, `$2`–`$8` are `publishedValues`. */
const PUBLISHED_COLUMNS = `file_id = $2, width = $3, height = $4, thumbhash = $5, rendered_rotation = $6,
  rendered_version = $7, web_size = $8`;
function publishedValues(ref: OriginalRef, { fileId, style, version }: Claim, facts: IngestedData): unknown[] {
  const { width, height, thumbhash, webSize } = facts;
  return [ref.photoId, fileId, width, height, thumbhash, style.rotation, version, webSize];
}

/** Columns read from the original: `$9`–`$13` are `readValues`. */
const METADATA_COLUMNS = `orientation = $9, captured_at = $10, metadata = $11, mime_type = $12, size = $13`;
function readValues(facts: IngestedData): unknown[] {
  const { orientation, capturedAt, metadata, mimeType, size } = facts;
  return [orientation, timestamp(capturedAt), JSON.stringify(metadata), mimeType, size];
}

async function retirePrevious(tx: Queryable, ref: OriginalRef, claim: Claim, photo: Photo, now: number): Promise<void> {
  const previous = { fileId: photo.fileId, photoId: ref.photoId, galleryId: ref.galleryId };
  await retireFiles(tx, claim.accountId, [previous], now);
}

async function enqueueErase(
  tx: Queryable,
  { galleryId, photoId }: OriginalRef,
  { accountId }: Claim,
  key: string,
  now: number,
) {
  const dedupeKey = `erase-original:${key}`;
  await enqueue(tx, accountId, 'original.erase', { galleryId, photoId, key }, now, { dedupeKey });
}

/**
 * `processing → failed(reason)` for a new photo, or for a replacement, whose object is deleted while its photo stays as
 * it is. A photo that is already published keeps its renditions.
 */
export async function failPhoto(db: Database, ref: OriginalRef, claim: Claim, reason: PhotoFailure, now: number) {
  if (claim.kind === 'new') {
    await db.query(
      `update public.photos set status = 'failed', failure_reason = $5
       where account_id = $1 and id = $2 and original_key = $3 and file_id = $4 and deleted_at is null
         and status = 'processing'`,
      [claim.accountId, ref.photoId, ref.key, claim.fileId, reason],
    );
  }
  if (claim.kind !== 'replacement') return;
  await db.transaction(async (tx) => {
    const failed = await tx.query(
      `update public.photo_replacements set status = 'failed', failure_reason = $3
       where photo_id = $1 and original_key = $2 and status = 'processing' returning photo_id`,
      [ref.photoId, ref.key, reason],
    );
    if (failed.length > 0) await enqueueErase(tx, ref, claim, ref.key, now);
  });
}

async function coverGallery(tx: Queryable, { galleryId, photoId }: OriginalRef, { accountId }: Claim) {
  await tx.query(
    `update public.galleries set cover_photo_id = $3
     where account_id = $1 and id = $2 and cover_photo_id is null and deleted_at is null
       and not exists (select from public.photos p where p.id = $3 and p.is_hidden)`,
    [accountId, galleryId, photoId],
  );
}
