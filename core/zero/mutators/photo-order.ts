import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { galleryId, rowId } from '../../domain/values/ids.ts';
import { MAX_BULK_PHOTOS } from '../../domain/photos/photos.ts';
import { groupBySection } from '../../domain/galleries/sections.ts';
import { assertNew, assertReference, lockRow, type OwnRow, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import { assertSection, bulk, loadLivePhotos, loadOrder, updatePhotos } from './photo-access.ts';

/** Mutators of a photo's position and gallery. */
export const photoPlaceMutators = {
  /**
   * Moves photos, in the given order, before another photo of a section, or to its end with null. From then on the
   * section is sorted manually, starting from its visible order; other sections keep their order.
   */
  arrange: studioMutator(
    'photos.write',
    bulk.extend({ sectionId: rowId.nullable(), before: rowId.nullable() }),
    async ({ tx, ctx, args, now }) => {
      const gallery = await lockRow(tx, ctx, 'galleries', args.galleryId);
      await assertSection(tx, ctx, args.galleryId, args.sectionId);
      const sections = await tx.run(ownRows(ctx, 'gallerySections').where('galleryId', args.galleryId));
      const all = await loadOrder(tx, ctx, args.galleryId);
      const byId = new Map(all.map((photo) => [photo.id, photo]));
      const named = new Set(args.photoIds);
      const moved = [...named].flatMap((id) => byId.get(id) ?? []);
      // A browser continues with the photos it has.
      if (tx.location === 'server' && moved.length !== named.size)
        throw new AppError('not_found', { field: 'photoIds' });
      if (args.before !== null && named.has(args.before)) throw new AppError('validation_failed', { field: 'before' });

      const groups = groupBySection([...all], [...sections], gallery.sortBy);
      const group = groups.find(({ section }) => (section?.id ?? null) === args.sectionId);
      const rest = (group?.photos ?? []).filter(({ id }) => !named.has(id));
      const at = args.before === null ? rest.length : rest.findIndex(({ id }) => id === args.before);
      if (at < 0) throw new AppError('not_found', { field: 'before' });

      const section = group?.section;
      const sortBy = section?.sortBy ?? gallery.sortBy;
      const between = sortBy === 'manual' ? gap(rest[at - 1]?.order, rest[at]?.order, moved.length) : null;
      const ordered = between
        ? moved.map((photo, index) => ({ photo, order: between(index) }))
        : rest.toSpliced(at, 0, ...moved).map((photo, index) => ({ photo, order: index + 1 }));
      const changed = ordered.filter(
        ({ photo, order }) => photo.order !== order || (photo.sectionId ?? null) !== args.sectionId,
      );
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
      // Sections that followed the gallery's sort keep it: none of their photos was moved.
      for (const { id } of sections.filter((each) => each.sortBy === null)) {
        await tx.mutate.gallerySections.update({ id, sortBy, updatedAt: now });
      }
      await tx.mutate.galleries.update({ id: gallery.id, sortBy: 'manual', updatedAt: now });
    },
  ),

  /**
   * Moves photos to another gallery of the studio, where they are `processing` until their renditions exist. They keep
   * their ids, and with them their activity.
   */
  move: studioMutator(
    'photos.write',
    bulk.extend({ toGalleryId: galleryId, sectionId: rowId.nullable() }),
    async ({ tx, ctx, args, now }) => {
      const gallery = await lockRow(tx, ctx, 'galleries', args.galleryId);
      assertNotHeld(gallery);
      if (args.toGalleryId === args.galleryId) throw new AppError('validation_failed', { field: 'toGalleryId' });
      await assertReference(tx, ctx, 'galleries', args.toGalleryId, 'toGalleryId');
      await assertSection(tx, ctx, args.toGalleryId, args.sectionId);
      const photos = await loadLivePhotos(tx, ctx, args.galleryId, args.photoIds);
      assertReady(photos);
      if (gallery.coverPhotoId && args.photoIds.includes(gallery.coverPhotoId)) {
        await tx.mutate.galleries.update({ id: gallery.id, coverPhotoId: null, updatedAt: now });
      }
      // The server moves the rows together with their objects' new names, see functions/photos/transfer.ts.
      if (tx.location === 'server') return;
      const moved = { galleryId: args.toGalleryId, sectionId: args.sectionId, status: 'processing' as const };
      await updatePhotos(tx, photos, () => moved, now);
    },
  ),

  /** Copies photos into another gallery of the studio, or into the same one. Each copy is a separate photo. */
  copy: studioMutator(
    'photos.write',
    z.strictObject({
      galleryId,
      toGalleryId: galleryId,
      sectionId: rowId.nullable(),
      copies: z
        .array(z.strictObject({ from: rowId, id: rowId }))
        .min(1)
        .max(MAX_BULK_PHOTOS),
    }),
    async ({ tx, ctx, args }) => {
      assertNotHeld(await lockRow(tx, ctx, 'galleries', args.galleryId));
      await assertReference(tx, ctx, 'galleries', args.toGalleryId, 'toGalleryId');
      await assertSection(tx, ctx, args.toGalleryId, args.sectionId);
      const ids = args.copies.map(({ id }) => id);
      await assertNew(tx, ctx, 'photos', ids, 'copies');
      const originals = args.copies.map(({ from }) => from);
      assertReady(await loadLivePhotos(tx, ctx, args.galleryId, originals));
      // The server creates the rows: renditions do not exist yet, so the browser has nothing to show.
    },
  ),
};

/** @throws AppError `content_blocked`: another gallery would show what an operator blocked */
function assertNotHeld({ heldAt }: OwnRow<'galleries'>): void {
  if (heldAt !== null) throw new AppError('content_blocked');
}

/** Only a photo with a stored original and a final status can be moved or copied. */
function assertReady(photos: readonly { status: string }[]): void {
  if (photos.some(({ status }) => status !== 'ready')) {
    throw new AppError('transition_refused', { field: 'photoIds' });
  }
}

/** Returns `count` numbers between two neighbours; null if they are too close. */
function gap(before: number | undefined, after: number | undefined, count: number): ((index: number) => number) | null {
  const low = before ?? (after === undefined ? 0 : after - count - 1);
  const high = after ?? low + count + 1;
  const step = (high - low) / (count + 1);
  // Well above the precision of doubles of this size.
  if (!(step > 1e-6)) return null;
  return (index) => low + step * (index + 1);
}
