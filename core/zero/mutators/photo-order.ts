import { defineMutator, type Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/errors.ts';
import { galleryId, rowId } from '../../domain/ids.ts';
import { MAX_BULK_PHOTOS } from '../../domain/photos.ts';
import { groupBySection } from '../../domain/sections.ts';
import { assertFound, authorise, clientTime, type Ctx, serverTime } from '../context.ts';
import { zql } from '../schema.ts';
import { lockGallery } from './galleries.ts';
import { assertSection, bulk, loadLivePhotos, loadOrder, updatePhotos } from './photo-access.ts';

/** Where photos are: in which order, and in which gallery. */
export const photoPlaceMutators = {
  /**
   * Puts photos, in the order named, before another of a section, or with null at its end. The section is sorted by
   * hand from then on, beginning with the order it is seen in; the others keep the order they have.
   */
  arrange: defineMutator(
    bulk.extend({ sectionId: rowId.nullable(), before: rowId.nullable() }),
    async ({ tx, ctx: asked, args }) => {
      const ctx = authorise(asked, 'photos.write');
      const gallery = await lockGallery(tx, ctx, args.galleryId);
      await assertSection(tx, ctx, args.galleryId, args.sectionId);
      const sections = await tx.run(
        zql.gallerySections.where('accountId', ctx.accountId).where('galleryId', args.galleryId),
      );
      const all = await loadOrder(tx, ctx, args.galleryId);
      const byId = new Map(all.map((photo) => [photo.id, photo]));
      const named = new Set(args.photoIds);
      const moved = [...named].flatMap((id) => byId.get(id) ?? []);
      // A browser goes on with those it has.
      if (tx.location === 'server' && moved.length !== named.size)
        throw new AppError('not_found', { field: 'photoIds' });
      if (args.before !== null && named.has(args.before)) throw new AppError('validation_failed', { field: 'before' });

      const chapters = groupBySection([...all], [...sections], gallery.sortBy);
      const chapter = chapters.find(({ section }) => (section?.id ?? null) === args.sectionId);
      const rest = (chapter?.photos ?? []).filter(({ id }) => !named.has(id));
      const at = args.before === null ? rest.length : rest.findIndex(({ id }) => id === args.before);
      if (at < 0) throw new AppError('not_found', { field: 'before' });

      const section = chapter?.section;
      const sortBy = section?.sortBy ?? gallery.sortBy;
      const between = sortBy === 'manual' ? gap(rest[at - 1]?.order, rest[at]?.order, moved.length) : null;
      const placed = between
        ? moved.map((photo, index) => ({ photo, order: between(index) }))
        : rest.toSpliced(at, 0, ...moved).map((photo, index) => ({ photo, order: index + 1 }));
      const changed = placed.filter(
        ({ photo, order }) => photo.order !== order || (photo.sectionId ?? null) !== args.sectionId,
      );
      const now = serverTime(tx, ctx, args.now);
      await updatePhotos(
        tx,
        changed.map(({ photo }) => photo),
        (index) => ({ order: changed[index]!.order, sectionId: args.sectionId }),
        now,
      );
      if (sortBy === 'manual') return;
      if (section) {
        await tx.mutate.gallerySections.update({ id: section.id, sortBy: 'manual', updatedAt: now });
        return;
      }
      // Those that were sorted as the gallery was stay as they are: nobody has moved anything in them.
      for (const { id } of sections.filter((each) => each.sortBy === null)) {
        await tx.mutate.gallerySections.update({ id, sortBy, updatedAt: now });
      }
      await tx.mutate.galleries.update({ id: gallery.id, sortBy: 'manual', updatedAt: now });
    },
  ),

  /**
   * To another gallery of the studio, where their pictures are made anew: until then they are `processing` there. They
   * keep their ids, so that what was said of them goes along.
   */
  move: defineMutator(
    bulk.extend({ toGalleryId: galleryId, sectionId: rowId.nullable() }),
    async ({ tx, ctx: asked, args }) => {
      const ctx = authorise(asked, 'photos.write');
      const gallery = await lockGallery(tx, ctx, args.galleryId);
      if (args.toGalleryId === args.galleryId) throw new AppError('validation_failed', { field: 'toGalleryId' });
      await loadTarget(tx, ctx, args.toGalleryId);
      await assertSection(tx, ctx, args.toGalleryId, args.sectionId);
      const photos = await loadLivePhotos(tx, ctx, args.galleryId, args.photoIds);
      assertReady(photos);
      const now = serverTime(tx, ctx, args.now);
      if (gallery.coverPhotoId && args.photoIds.includes(gallery.coverPhotoId)) {
        await tx.mutate.galleries.update({ id: gallery.id, coverPhotoId: null, updatedAt: now });
      }
      // On the server the rows move with their objects' new names, see functions/zero/effects.ts.
      if (tx.location === 'server') return;
      const moved = { galleryId: args.toGalleryId, sectionId: args.sectionId, status: 'processing' as const };
      await updatePhotos(tx, photos, () => moved, now);
    },
  ),

  /** Into another gallery of the studio, or once more into the same; each copy is a photo of its own from then on. */
  copy: defineMutator(
    z.strictObject({
      galleryId,
      toGalleryId: galleryId,
      sectionId: rowId.nullable(),
      copies: z
        .array(z.strictObject({ from: rowId, id: rowId }))
        .min(1)
        .max(MAX_BULK_PHOTOS),
      now: clientTime,
    }),
    async ({ tx, ctx: asked, args }) => {
      const ctx = authorise(asked, 'photos.write');
      await lockGallery(tx, ctx, args.galleryId);
      await loadTarget(tx, ctx, args.toGalleryId);
      await assertSection(tx, ctx, args.toGalleryId, args.sectionId);
      await assertUnused(
        tx,
        args.copies.map(({ id }) => id),
      );
      const originals = args.copies.map(({ from }) => from);
      assertReady(await loadLivePhotos(tx, ctx, args.galleryId, originals));
      // The rows are the server's: their pictures do not exist yet, and a browser has nothing to show of them.
    },
  ),
};

/** A browser may not have the other gallery: only the server can say that it is not there. */
async function loadTarget(tx: Transaction, ctx: Ctx, id: string): Promise<void> {
  if (tx.location === 'client') return;
  const row = assertFound(await tx.run(zql.galleries.where('id', id).where('accountId', ctx.accountId).one()));
  if (row.deletedAt !== null) throw new AppError('not_found', { field: 'toGalleryId' });
}

/** Ids that copies are to have: once each, and nobody's yet. */
async function assertUnused(tx: Transaction, ids: string[]): Promise<void> {
  if (new Set(ids).size !== ids.length) throw new AppError('conflict', { field: 'copies' });
  if (tx.location === 'client') return;
  const [used] = await tx.dbTransaction.query('select from photos where id = any ($1) limit 1', [ids]);
  if (used) throw new AppError('conflict', { field: 'copies' });
}

/** Only what has its original and is settled can go elsewhere. */
function assertReady(photos: readonly { status: string }[]): void {
  if (photos.some(({ status }) => status !== 'ready')) {
    throw new AppError('transition_refused', { field: 'photoIds' });
  }
}

/** Numbers between two neighbours for `count` photos; null when they have grown too close to fit any between. */
function gap(before: number | undefined, after: number | undefined, count: number): ((index: number) => number) | null {
  const low = before ?? (after === undefined ? 0 : after - count - 1);
  const high = after ?? low + count + 1;
  const step = (high - low) / (count + 1);
  // Far above what doubles can tell apart at the size of these numbers.
  if (!(step > 1e-6)) return null;
  return (index) => low + step * (index + 1);
}
