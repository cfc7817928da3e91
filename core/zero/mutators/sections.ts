import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { galleryId, rowId } from '../../domain/values/ids.ts';
import { photoIds } from '../../domain/photos/photos.ts';
import { compareSections, MAX_SECTIONS, newSection, sectionChanges } from '../../domain/galleries/sections.ts';
import type { Ctx } from '../context.ts';
import { assertNew, lockRow, ownRow, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import { loadLivePhotos, loadSectionPhotos, updatePhotos } from './photo-access.ts';

const sectionsOf = (ctx: Ctx, gallery: string) => ownRows(ctx, 'gallerySections').where('galleryId', gallery);

/** Returns a section, with its gallery locked. */
async function lockSection(tx: Transaction, ctx: Ctx, id: string) {
  const section = await ownRow(tx, ctx, 'gallerySections', id);
  await lockRow(tx, ctx, 'galleries', section.galleryId);
  return section;
}

export const sectionMutators = {
  /**
   * Creates a section, optionally with photos of the gallery. Also undoes a removal; `shownIds` are the photos that the
   * removal hid.
   */
  create: studioMutator(
    'galleries.write',
    newSection.extend({ photoIds: photoIds.optional(), shownIds: photoIds.optional() }),
    async ({ tx, ctx, args, now }) => {
      await lockRow(tx, ctx, 'galleries', args.galleryId);
      await assertNew(tx, ctx, 'gallerySections', args.id);
      if ((await tx.run(sectionsOf(ctx, args.galleryId))).length >= MAX_SECTIONS) throw new AppError('limit_reached');
      const inIt = new Set(args.photoIds);
      if (args.shownIds?.some((id) => !inIt.has(id))) throw new AppError('validation_failed', { field: 'shownIds' });
      const shown = new Set(args.shownIds);
      const photos = args.photoIds ? await loadLivePhotos(tx, ctx, args.galleryId, args.photoIds) : [];
      await tx.mutate.gallerySections.insert({
        id: args.id,
        accountId: ctx.accountId,
        authorId: ctx.userId,
        galleryId: args.galleryId,
        name: args.name,
        order: args.order,
        isVisible: args.isVisible ?? true,
        sortBy: args.sortBy ?? null,
        translations: args.translations ?? {},
        createdAt: now,
        updatedAt: now,
      });
      const [again, others] = [photos.filter(({ id }) => shown.has(id)), photos.filter(({ id }) => !shown.has(id))];
      await updatePhotos(tx, again, () => ({ sectionId: args.id, isHidden: false }), now);
      await updatePhotos(tx, others, () => ({ sectionId: args.id }), now);
    },
  ),

  update: studioMutator(
    'galleries.write',
    z.strictObject({ id: rowId, changes: sectionChanges }),
    async ({ tx, ctx, args, now }) => {
      const { id } = await lockSection(tx, ctx, args.id);
      await tx.mutate.gallerySections.update({ id, ...args.changes, updatedAt: now });
    },
  ),

  /** Reorders a gallery's sections; sections missing from the list go last. */
  reorder: studioMutator(
    'galleries.write',
    z.strictObject({ galleryId, sectionIds: z.array(rowId).min(1).max(MAX_SECTIONS) }),
    async ({ tx, ctx, args, now }) => {
      await lockRow(tx, ctx, 'galleries', args.galleryId);
      const present = (await tx.run(sectionsOf(ctx, args.galleryId))).toSorted(compareSections).map(({ id }) => id);
      if (args.sectionIds.some((id) => !present.includes(id))) throw new AppError('not_found', { field: 'sectionIds' });
      for (const [order, id] of [...new Set([...args.sectionIds, ...present])].entries()) {
        await tx.mutate.gallerySections.update({ id, order, updatedAt: now });
      }
    },
  ),

  /** Deletes a section. Its photos stay, without a section; photos of a hidden section are hidden individually. */
  remove: studioMutator('galleries.write', z.strictObject({ id: rowId }), async ({ tx, ctx, args, now }) => {
    const section = await lockSection(tx, ctx, args.id);
    // For a visible section the foreign key clears the photos' section.
    if (!section.isVisible || tx.location === 'client') {
      const photos = await loadSectionPhotos(tx, ctx, section.galleryId, args.id);
      const left = { sectionId: null, ...(!section.isVisible && { isHidden: true }) };
      await updatePhotos(tx, photos, () => left, now);
    }
    await tx.mutate.gallerySections.delete({ id: args.id });
  }),
};
