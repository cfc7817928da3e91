import type { Ctx } from '#core/zero/context.ts';
import { AppError } from '#core/domain/values/errors.ts';
import type { EffectContext } from '../platform/mutation-effects.ts';
import { requestGalleryRerender, requestRerender, requestWatermarkRerender } from './rerender.ts';
import { COVER_ORDER, IS_NOT_HIDDEN, IS_VISIBLE } from './visibility.ts';

/** Re-renders photos that were rotated or got another focal point. */
export async function rerenderNamedPhotos(
  { galleryId, photoIds }: { galleryId: string; photoIds: readonly string[] },
  { sql, ctx, now }: EffectContext,
): Promise<void> {
  await requestRerender(sql, ctx.accountId, galleryId, photoIds, now);
}

/** Returns the gallery's watermark and locks the row, so that concurrent changes see each other. */
export async function lockGalleryWatermark(galleryId: string, { sql, ctx }: EffectContext): Promise<string | null> {
  const [gallery] = await sql.query<{ watermarkId: string | null }>(
    `select watermark_id as "watermarkId" from galleries where id = $1 and account_id = $2 for no key update`,
    [galleryId, ctx.accountId],
  );
  return gallery?.watermarkId ?? null;
}

export async function rerenderIfWatermarkChanged(
  galleryId: string,
  before: string | null,
  context: EffectContext,
): Promise<void> {
  if ((await lockGalleryWatermark(galleryId, context)) === before) return;
  await requestGalleryRerender(context.sql, context.ctx.accountId, [galleryId], context.now);
}

/** Returns the layout of a watermark. Locks the row, so that no gallery can start to use it meanwhile. */
export async function lockWatermarkLayout(id: string, { sql, ctx }: EffectContext): Promise<string | null> {
  const [watermark] = await sql.query<{ layout: string }>(
    `select concat_ws(' ', position, size, opacity, is_tiled) as layout from watermarks
     where id = $1 and account_id = $2 for update`,
    [id, ctx.accountId],
  );
  return watermark?.layout ?? null;
}

export async function rerenderIfLayoutChanged(
  id: string,
  before: string | null,
  context: EffectContext,
): Promise<void> {
  if ((await lockWatermarkLayout(id, context)) === before) return;
  await requestWatermarkRerender(context.sql, context.ctx.accountId, id, context.now);
}

/** Replaces a missing cover by the first photo that visitors see. */
export async function replaceMissingCover(galleryId: string, { sql, ctx }: EffectContext): Promise<void> {
  await sql.query(
    `update galleries g set cover_photo_id = (
       select p.id from photos p where p.gallery_id = g.id and ${IS_VISIBLE} order by ${COVER_ORDER} limit 1)
     where g.id = $1 and g.account_id = $2 and g.cover_photo_id is null`,
    [galleryId, ctx.accountId],
  );
}

/*
 * A gallery token opens every rendition URL, so hiding a photo gives it a new file id and purges the old ones. Visitors
 * never learn the new id, so the photo keeps it when it is shown again.
 */

type Photos = { galleryId: string; photoIds?: readonly string[] | undefined } | { sectionId: string };

/** Returns those of some photos, or of a section's, that visitors may have seen so far. */
export async function visiblePhotos(of: Photos, { sql, ctx }: EffectContext): Promise<readonly string[]> {
  const [galleryId, photoIds, sectionId] =
    'galleryId' in of ? [of.galleryId, of.photoIds ?? [], null] : [null, [], of.sectionId];
  if (galleryId && photoIds.length === 0) return [];
  // Lock the gallery, so that concurrent hide and show mutations see each other.
  const [gallery] = await sql.query<{ id: string }>(
    `select id from galleries where account_id = $1 and published_at is not null
       and id = coalesce($2, (select gallery_id from gallery_sections where id = $3 and account_id = $1))
     for no key update`,
    [ctx.accountId, galleryId, sectionId],
  );
  if (!gallery) return [];
  const photos = await sql.query<{ id: string }>(
    `select p.id from photos p
     where p.account_id = $1 and p.gallery_id = $2 and (p.id = any($3) or p.section_id = $4) and ${IS_NOT_HIDDEN}`,
    [ctx.accountId, gallery.id, photoIds, sectionId],
  );
  return photos.map((photo) => photo.id);
}

/** @throws AppError `content_blocked` if an operator blocked one of the photos */
export async function assertNotHeld(photoIds: readonly string[], { sql, ctx }: EffectContext): Promise<void> {
  const held = await sql.query(
    'select from photos where account_id = $1 and id = any($2) and held_at is not null limit 1',
    [ctx.accountId, photoIds],
  );
  if (held.length > 0) throw new AppError('content_blocked');
}

/** Re-renders photos that visitors may no longer see, which gives them a new file id. */
export async function rekeyHiddenPhotos(
  photoIds: readonly string[],
  { sql, ctx, now }: Pick<EffectContext, 'sql' | 'now'> & { ctx: Pick<Ctx, 'accountId'> },
): Promise<void> {
  if (photoIds.length === 0) return;
  const hidden = await sql.query<{ id: string; galleryId: string }>(
    `update photos p set style_version = style_version + 1
     where p.account_id = $1 and p.id = any($2) and not (${IS_NOT_HIDDEN})
     returning p.id, p.gallery_id as "galleryId"`,
    [ctx.accountId, photoIds],
  );
  const [first] = hidden;
  if (!first) return;
  const ids = hidden.map(({ id }) => id);
  await requestRerender(sql, ctx.accountId, first.galleryId, ids, now);
}

/** Returns the effects of a mutation that may hide photos from visitors. */
export const withRekeying = <Args extends { galleryId: string; photoIds?: readonly string[] | undefined }>(
  after: (args: Args, context: EffectContext) => Promise<void>,
) => ({
  // Only the named photos, even if the arguments also name a section.
  before: ({ galleryId, photoIds }: Args, context: EffectContext) => visiblePhotos({ galleryId, photoIds }, context),
  async after(args: Args, context: EffectContext, photoIds: readonly string[]): Promise<void> {
    await rekeyHiddenPhotos(photoIds, context);
    await after(args, context);
  },
});
