import { IS_NOT_HIDDEN } from '../lib/public-gallery.ts';
import { requestRerender } from '../lib/looks.ts';
import type { Args, EffectContext } from './photo-effects.ts';

/*
 * What visitors were once told of a picture is its address, which a gallery's token opens. So a photo that they are no
 * longer to see gets another name, which is never told to them; its former ones are cleared and lead nowhere. When it
 * is shown again it keeps the name, as nobody else knows it.
 */

/** Which of the photos that an act names, or of the section that it changes, visitors may have seen until now. */
export async function visiblePhotos(args: Args, { sql, ctx }: EffectContext): Promise<readonly string[]> {
  const { id, galleryId, photoIds } = args;
  const named = Array.isArray(photoIds) ? photoIds.filter((one) => typeof one === 'string') : null;
  if (galleryId !== undefined && !named) return [];
  // The gallery's row is held: of two who hide and show at once, the second sees the first.
  const [gallery] = await sql.query<{ id: string }>(
    `select id from galleries where account_id = $1 and published_at is not null
       and id = coalesce($2, (select gallery_id from gallery_sections where id = $3 and account_id = $1))
     for no key update`,
    [ctx.accountId, galleryId, id],
  );
  if (!gallery) return [];
  const photos = await sql.query<{ id: string }>(
    `select p.id from photos p
     where p.account_id = $1 and p.gallery_id = $2 and (p.id = any($3) or p.section_id = $4) and ${IS_NOT_HIDDEN}`,
    [ctx.accountId, gallery.id, named ?? [], named ? null : id],
  );
  return photos.map((photo) => photo.id);
}

/** Has those of them made anew that visitors may see no longer: that gives them another name. */
export async function rekeyHiddenPhotos(seen: readonly string[], { sql, ctx, now }: EffectContext): Promise<void> {
  if (seen.length === 0) return;
  const hidden = await sql.query<{ id: string; galleryId: string }>(
    `update photos p set look_version = look_version + 1
     where p.account_id = $1 and p.id = any($2) and not (${IS_NOT_HIDDEN})
     returning p.id, p.gallery_id as "galleryId"`,
    [ctx.accountId, seen],
  );
  const [first] = hidden;
  if (!first) return;
  const ids = hidden.map(({ id }) => id);
  await requestRerender(sql, ctx.accountId, first.galleryId, ids, now);
}

/** An act after which visitors may see fewer photos of those that it names. */
export const withRekeying = (after: (args: Args, context: EffectContext) => Promise<void>) => ({
  before: visiblePhotos,
  async after(args: Args, context: EffectContext, seen: readonly string[]): Promise<void> {
    await rekeyHiddenPhotos(seen, context);
    await after(args, context);
  },
});
