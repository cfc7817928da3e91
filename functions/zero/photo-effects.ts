import { ID_LENGTH, makeId } from '#core/domain/ids.ts';
import type { Ctx } from '#core/zero/context.ts';
import type { Queryable } from '../lib/db.ts';
import { requestGalleryRerender, requestWatermarkRerender, requestRerender, retireFiles } from '../lib/looks.ts';
import { enqueue, enqueueAll, enqueueGalleryPurge, type OriginalTransfer } from '../lib/outbox.ts';
import { COVER_ORDER, IS_VISIBLE } from '../lib/public-gallery.ts';
import { random } from '../lib/secrets.ts';

export interface EffectContext {
  sql: Queryable;
  ctx: Ctx;
  /** Epoch milliseconds. */
  now: number;
}
export type Args = Readonly<Record<string, unknown>>;

/** Originals of one effect: as many as are copied well within its lease. */
const TRANSFER_BATCH_SIZE = 20;

/** The renditions of what was turned or cut otherwise follow. */
export async function rerenderNamedPhotos(args: Args, { sql, ctx, now }: EffectContext): Promise<void> {
  await requestRerender(sql, ctx.accountId, String(args['galleryId']), args['photoIds'] as readonly string[], now);
}

/** The mark that a gallery bears, its row held: of two who change it at once, the second sees the first. */
export async function lockGalleryWatermark(galleryId: unknown, { sql, ctx }: EffectContext): Promise<string | null> {
  const [gallery] = await sql.query<{ watermarkId: string | null }>(
    `select watermark_id as "watermarkId" from galleries where id = $1 and account_id = $2 for no key update`,
    [galleryId, ctx.accountId],
  );
  return gallery?.watermarkId ?? null;
}

export async function rerenderIfWatermarkChanged(
  galleryId: unknown,
  before: string | null,
  context: EffectContext,
): Promise<void> {
  if ((await lockGalleryWatermark(galleryId, context)) === before) return;
  await requestGalleryRerender(context.sql, context.ctx.accountId, [String(galleryId)], context.now);
}

/** How a mark lies. The row is held against galleries that would come to bear it meanwhile. */
export async function lockWatermarkLayout(id: unknown, { sql, ctx }: EffectContext): Promise<string | null> {
  const [watermark] = await sql.query<{ layout: string }>(
    `select concat_ws(' ', position, size, opacity, is_tiled) as layout from watermarks
     where id = $1 and account_id = $2 for update`,
    [id, ctx.accountId],
  );
  return watermark?.layout ?? null;
}

export async function rerenderIfLayoutChanged(
  id: unknown,
  before: string | null,
  context: EffectContext,
): Promise<void> {
  if ((await lockWatermarkLayout(id, context)) === before) return;
  await requestWatermarkRerender(context.sql, context.ctx.accountId, String(id), context.now);
}

/** A cover that went leaves its place to the photo that visitors see there from now on. */
export async function replaceMissingCover(galleryId: unknown, { sql, ctx }: EffectContext): Promise<void> {
  await sql.query(
    `update galleries g set cover_photo_id = (
       select p.id from photos p where p.gallery_id = g.id and ${IS_VISIBLE} order by ${COVER_ORDER} limit 1)
     where g.id = $1 and g.account_id = $2 and g.cover_photo_id is null`,
    [galleryId, ctx.accountId],
  );
}

interface PhotoToMove extends OriginalTransfer {
  fileId: string;
}

/**
 * Rows move together with the names of their objects; the originals are copied by the outbox, and ingest makes the
 * pictures when they arrive. A new original that was on its way stays behind: it was meant for the former place.
 */
export async function movePhotos(args: Args, { sql, ctx, now }: EffectContext): Promise<void> {
  const [fromGalleryId, toGalleryId] = [String(args['galleryId']), String(args['toGalleryId'])];
  const ids = [...new Set(args['photoIds'] as readonly string[])].sort();
  const moving = await sql.query<PhotoToMove>(
    `select id as "photoId", id as "fromPhotoId", file_id as "fileId", original_key as "from",
       $3::text || '/' || id || '/' || k.name as "to", mime_type as "mimeType"
     from photos join unnest($2::text[], $4::text[]) as k (photo, name) on k.photo = id
     where account_id = $1 and gallery_id = $5 order by id for update of photos`,
    [ctx.accountId, ids, toGalleryId, ids.map(() => makeId(random)), fromGalleryId],
  );
  // With the photos held, so that no other comes until they are gone.
  const left = await sql.query<{ photoId: string; key: string }>(
    `delete from photo_replacements where account_id = $1 and photo_id = any($2)
     returning photo_id as "photoId", original_key as key`,
    [ctx.accountId, ids],
  );
  await sql.query(
    `update photos p set gallery_id = $2, section_id = $3, status = 'processing', original_key = v.key,
       file_id = v.file_id, "order" = v.place
     from (select u.*, ${nextOrder('$2', 'q')} as place
       from unnest($4::text[], $5::text[], $6::text[]) as u (id, key, file_id) join photos q on q.id = u.id) v
     where p.id = v.id and p.account_id = $1`,
    [
      ctx.accountId,
      toGalleryId,
      args['sectionId'],
      moving.map(({ photoId }) => photoId),
      moving.map(({ to }) => to),
      moving.map(() => makeId(random, ID_LENGTH.file)),
    ],
  );
  const previous = moving.map(({ photoId, fileId }) => ({ photoId, fileId, galleryId: fromGalleryId }));
  await retireFiles(sql, ctx.accountId, previous, now);
  await transfer(moving, { fromGalleryId, isMove: true }, { sql, ctx, now });
  const erased = left.map(({ photoId, key }) => ({
    payload: { galleryId: fromGalleryId, photoId, key },
    dedupeKey: `erase-original:${key}`,
  }));
  // Once no address signed for them works any longer.
  await enqueueAll(sql, ctx.accountId, 'original.erase', erased, now, { runAfter: now + UPLOAD_ENDED_MS });
  await replaceMissingCover(fromGalleryId, { sql, ctx, now });
  await enqueueGalleryPurge(sql, ctx.accountId, fromGalleryId, now, { takesAway: true });
  await enqueueGalleryPurge(sql, ctx.accountId, toGalleryId, now);
}

/** Behind all others of the gallery, in the order that those who come have among themselves. */
const nextOrder = (gallery: string, alias: string) =>
  `(select coalesce(max("order"), 0) from photos where gallery_id = ${gallery})
         + dense_rank() over (order by ${alias}."order")`;

/** Addresses for uploads are signed for an hour. */
const UPLOAD_ENDED_MS = 2 * 60 * 60 * 1000;

/** Each copy is `processing` until its original and its pictures are there. */
export async function copyPhotos(args: Args, { sql, ctx, now }: EffectContext): Promise<void> {
  const [fromGalleryId, toGalleryId] = [String(args['galleryId']), String(args['toGalleryId'])];
  const copies = args['copies'] as readonly { from: string; id: string }[];
  const made = await sql.query<OriginalTransfer>(
    `with copies as (
       select * from unnest($3::text[], $4::text[], $5::text[], $6::text[]) as c (source, id, name, file_id)),
     sources as (select p.*, c.id as copy_id, c.name, c.file_id as copy_file_id from photos p
       join copies c on c.source = p.id where p.account_id = $1 and p.gallery_id = $2),
     made as (insert into photos (id, account_id, author_id, gallery_id, section_id, filename, file_id, status, size,
         mime_type, original_key, sha256, metadata, captured_at, capture_offset, rotation, focal_x, focal_y, "order",
         is_hidden)
       select s.copy_id, s.account_id, $7::uuid, $8::text, $9::text, s.filename, s.copy_file_id, 'processing', s.size,
         s.mime_type, $8::text || '/' || s.copy_id || '/' || s.name, s.sha256, s.metadata, s.captured_at, s.capture_offset,
         s.rotation, s.focal_x, s.focal_y, ${nextOrder('$8', 's')}, s.is_hidden
       from sources s)
     select copy_id as "photoId", id as "fromPhotoId", original_key as "from",
       $8::text || '/' || copy_id || '/' || name as "to", mime_type as "mimeType" from sources`,
    [
      ctx.accountId,
      fromGalleryId,
      copies.map(({ from }) => from),
      copies.map(({ id }) => id),
      copies.map(() => makeId(random)),
      copies.map(() => makeId(random, ID_LENGTH.file)),
      ctx.userId,
      toGalleryId,
      args['sectionId'],
    ],
  );
  await transfer(made, { fromGalleryId, isMove: false }, { sql, ctx, now });
  await enqueueGalleryPurge(sql, ctx.accountId, toGalleryId, now);
}

async function transfer(
  photos: readonly OriginalTransfer[],
  what: { fromGalleryId: string; isMove: boolean },
  { sql, ctx, now }: EffectContext,
): Promise<void> {
  const items = photos.map(({ photoId, fromPhotoId, from, to, mimeType }) => ({
    photoId,
    fromPhotoId,
    from,
    to,
    mimeType,
  }));
  for (let at = 0; at < items.length; at += TRANSFER_BATCH_SIZE) {
    const payload = { ...what, items: items.slice(at, at + TRANSFER_BATCH_SIZE) };
    await enqueue(sql, ctx.accountId, 'photos.transfer', payload, now);
  }
}
