import { isDeepStrictEqual } from 'node:util';
import { ID_LENGTH, makeId } from '#core/domain/values/ids.ts';
import type { Rotation } from '#core/domain/photos/photos.ts';
import type { WatermarkPosition } from '#core/domain/branding/watermarks.ts';
import { random } from '../platform/auth/secrets.ts';
import type { Database, Queryable } from '../platform/db/database.ts';
import { parseBackground, type RenditionStyle } from './decoder/protocol.ts';

/** A stored original: the parts of its key, and the key. */
export type OriginalRef = { galleryId: string; photoId: string; key: string };

/**
 * The work for an original.
 * `new`: first renditions of a photo. `rerender`: new renditions of a photo in another style.
 * `replacement`: another original for an existing photo.
 */
export type Claim = {
  kind: 'new' | 'rerender' | 'replacement';
  accountId: string;
  /**
   * Name of the renditions: the photo's file id for `new`, else a new one that stays secret until they are published.
   */
  fileId: string;
  mimeType: string;
  focalX: number | null;
  focalY: number | null;
  timeZone: string;
  style: RenditionStyle;
  /** Version of the style; it is compared again at the end. */
  version: number;
  /** Of the original, as the browser announced it and S3 checked it; null if it announced none. */
  sha256: string | null;
};

type Row = Omit<Claim, 'kind' | 'style'> & {
  status: string;
  originalKey: string | null;
  renderedVersion: number;
  rotation: Rotation;
  background: unknown;
  watermarkId: string | null;
  imageKey: string | null;
  markWidth: number;
  markHeight: number;
  position: WatermarkPosition;
  size: number;
  opacity: number;
  isTiled: boolean;
  replacementType: string | null;
};

/**
 * Claims an original. Null if there is nothing to do: the row is gone or in the trash, has another original, or is
 * finished in the current style. A photo that is already `processing` is claimed again, because events repeat and the
 * previous run may have died.
 */
export async function claimPhoto(db: Database, ref: OriginalRef): Promise<Claim | null> {
  const row = await findRow(db, ref);
  if (!row) return null;
  const kind = claimKind(row, ref);
  if (!kind || !(await markProcessing(db, ref, kind))) return null;
  const { accountId, version, timeZone, sha256 } = row;
  const common = { kind, accountId, version, timeZone, sha256 };
  // Reset rotation and focal point: they were chosen for the previous image.
  if (kind === 'replacement') {
    const style = { ...toRenditionStyle(row), rotation: 0 } as const;
    const mimeType = row.replacementType!;
    return { ...common, style, mimeType, fileId: newFileId(), focalX: null, focalY: null };
  }
  const { mimeType, focalX, focalY } = row;
  const fileId = kind === 'new' ? row.fileId : newFileId();
  return { ...common, style: toRenditionStyle(row), mimeType, fileId, focalX, focalY };
}

/**
 * True if the claimed style is still current. Call it with the gallery row locked: a photo that was moved in while the
 * gallery got a watermark may have been missed by both changes.
 */
export async function isStyleCurrent(tx: Queryable, ref: OriginalRef, claim: Claim): Promise<boolean> {
  // Finish photos whose gallery went to the trash in the meantime: it may be restored.
  const row = await findRow(tx, ref, { orTrashed: true });
  if (!row || row.version !== claim.version) return false;
  const style = { ...toRenditionStyle(row), rotation: claim.kind === 'replacement' ? 0 : row.rotation };
  return isDeepStrictEqual(style, claim.style);
}

export const newFileId = () => makeId(random, ID_LENGTH.file);

/** Reads all style inputs in one statement; each change to them increments the version in the same transaction. */
async function findRow(
  db: Queryable,
  { galleryId, photoId, key }: OriginalRef,
  { orTrashed = false } = {},
): Promise<Row | undefined> {
  const rows = await db.query<Row>(
    `select p.account_id as "accountId", p.status, p.file_id as "fileId", p.mime_type as "mimeType",
       p.focal_x as "focalX", p.focal_y as "focalY", p.rotation, p.original_key as "originalKey",
       p.style_version as version, p.rendered_version as "renderedVersion", a.time_zone as "timeZone",
       s.value as background, g.watermark_id as "watermarkId",
       w.image_key as "imageKey", w.image_width as "markWidth", w.image_height as "markHeight", w.position,
       w.size, w.opacity, w.is_tiled as "isTiled", r.mime_type as "replacementType",
       case when r.photo_id is null then p.sha256 else r.sha256 end as sha256
     from public.photos p
       join public.galleries g on g.account_id = p.account_id and g.id = p.gallery_id and ($4 or g.deleted_at is null)
       join public.accounts a on a.id = p.account_id and ($4 or a.deleted_at is null)
       left join public.settings s on s.account_id = p.account_id and s.key = 'theme.backgroundColor'
       left join public.watermarks w on w.account_id = g.account_id and w.id = g.watermark_id
       left join public.photo_replacements r on r.photo_id = p.id and r.gallery_id = p.gallery_id
         and r.original_key = $3 and r.status in ('uploading', 'processing')
     where p.id = $1 and p.gallery_id = $2 and p.deleted_at is null`,
    [photoId, galleryId, key, orTrashed],
  );
  return rows[0];
}

function claimKind(row: Row, { key }: OriginalRef): Claim['kind'] | null {
  const { status, originalKey, version, renderedVersion, replacementType } = row;
  if (replacementType !== null) return status === 'uploading' ? null : 'replacement';
  if (originalKey !== null && originalKey !== key) return null;
  if (status === 'uploading' || status === 'processing') return 'new';
  return status === 'ready' && version !== renderedVersion ? 'rerender' : null;
}

/** Marks the photo as processing. False if another run has just finished it. */
async function markProcessing(
  db: Database,
  { photoId, galleryId, key }: OriginalRef,
  kind: Claim['kind'],
): Promise<boolean> {
  if (kind === 'rerender') return true;
  const rows = await db.query(
    kind === 'replacement'
      ? `update public.photo_replacements set status = 'processing'
         where photo_id = $1 and gallery_id = $2 and original_key = $3 and status in ('uploading', 'processing')
         returning photo_id`
      : `update public.photos set status = 'processing', original_key = $3
         where id = $1 and gallery_id = $2 and coalesce(original_key, $3) = $3
           and status in ('uploading', 'processing') and deleted_at is null
         returning id`,
    [photoId, galleryId, key],
  );
  return rows.length > 0;
}

/** @throws Error for a watermark whose image is missing: a photo that needs a watermark is never shown without it */
function toRenditionStyle({
  rotation,
  background,
  watermarkId,
  imageKey,
  markWidth,
  markHeight,
  ...row
}: Row): RenditionStyle {
  if (watermarkId !== null && imageKey === null) throw new Error('the mark has no picture');
  const { position, size, opacity, isTiled } = row;
  const layout = { position, size, opacity, isTiled };
  return {
    rotation,
    background: parseBackground(background),
    watermark: imageKey === null ? null : { imageKey, layout, width: markWidth, height: markHeight },
  };
}
