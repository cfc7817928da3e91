import type { Database, Queryable } from '#functions/lib/db.ts';
import { timestamp } from '#functions/lib/db.ts';
import { galleryChanged } from '#functions/lib/outbox.ts';
import type { PhotoFailure } from '#core/domain/photos.ts';
import type { SetFacts } from './decoder-jobs.ts';

/** Where a stored original belongs: the three parts of its key, and the key. */
export type OriginalRef = { galleryId: string; photoId: string; key: string };

export type ClaimedPhoto = {
  accountId: string;
  fileId: string;
  mimeType: string;
  focalX: number | null;
  focalY: number | null;
  timeZone: string;
};

export type IngestedFacts = Omit<SetFacts, 'type'> & { size: number };

/**
 * Moves a photo `uploading → processing`. Null when there is nothing to do: the row is gone or in the trash, has
 * another original by now, or is finished. A photo that is `processing` is taken up again: events come twice, and the
 * function that began may be dead.
 */
export async function claimPhoto(db: Database, { galleryId, photoId, key }: OriginalRef): Promise<ClaimedPhoto | null> {
  const rows = await db.query<ClaimedPhoto>(
    `update public.photos p set status = 'processing', original_key = $3
     from public.galleries g, public.accounts a
     where p.id = $1 and p.gallery_id = $2 and coalesce(p.original_key, $3) = $3
       and p.status in ('uploading', 'processing') and p.deleted_at is null
       and g.account_id = p.account_id and g.id = p.gallery_id and g.deleted_at is null
       and a.id = p.account_id and a.deleted_at is null
     returning p.account_id as "accountId", p.file_id as "fileId", p.mime_type as "mimeType",
       p.focal_x as "focalX", p.focal_y as "focalY", a.time_zone as "timeZone"`,
    [photoId, galleryId, key],
  );
  return rows[0] ?? null;
}

/**
 * `processing → ready`; the gallery's first ready photo becomes its cover, and a published gallery's cached pages go.
 * False when the photo went meanwhile.
 * @param now epoch milliseconds
 */
export function finishPhoto(db: Database, ref: OriginalRef, photo: ClaimedPhoto, facts: IngestedFacts, now: number) {
  return db.transaction(async (tx) => {
    // The gallery first, as whoever trashes it does: the counters' rows come between, and two orders would deadlock.
    const [gallery] = await tx.query<{ status: string }>(
      'select status from public.galleries where account_id = $1 and id = $2 for no key update',
      [photo.accountId, ref.galleryId],
    );
    const ready = await tx.query(
      `update public.photos set status = 'ready', failure_reason = null, width = $5, height = $6, orientation = $7,
         captured_at = $8, metadata = $9, thumbhash = $10, mime_type = $11, size = $12
       where ${CURRENT} and status in ('processing', 'ready') returning id`,
      [
        ...currentValues(ref, photo),
        facts.width,
        facts.height,
        facts.orientation,
        timestamp(facts.capturedAt),
        JSON.stringify(facts.metadata),
        facts.thumbhash,
        facts.mimeType,
        facts.size,
      ],
    );
    if (ready.length === 0) return false;
    await coverGallery(tx, ref, photo);
    if (gallery?.status === 'published') await galleryChanged(tx, photo.accountId, ref.galleryId, now);
    return true;
  });
}

/** `processing → failed(reason)`. */
export async function failPhoto(db: Database, ref: OriginalRef, photo: ClaimedPhoto, reason: PhotoFailure) {
  await db.query(
    `update public.photos set status = 'failed', failure_reason = $5 where ${CURRENT} and status = 'processing'`,
    [...currentValues(ref, photo), reason],
  );
}

/** The photo as it was claimed, of the account it was claimed for, and still wanted. */
const CURRENT = `account_id = $1 and id = $2 and original_key = $3 and file_id = $4 and deleted_at is null`;

function currentValues(ref: OriginalRef, photo: ClaimedPhoto): unknown[] {
  return [photo.accountId, ref.photoId, ref.key, photo.fileId];
}

async function coverGallery(tx: Queryable, { galleryId, photoId }: OriginalRef, { accountId }: ClaimedPhoto) {
  await tx.query(
    `update public.galleries set cover_photo_id = $3
     where account_id = $1 and id = $2 and cover_photo_id is null and deleted_at is null`,
    [accountId, galleryId, photoId],
  );
}
