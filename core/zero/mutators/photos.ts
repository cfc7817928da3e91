import { defineMutator } from '@rocicorp/zero';
import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/errors.ts';
import { TRASH_MS } from '../../domain/galleries.ts';
import { galleryId, rowId } from '../../domain/ids.ts';
import {
  MAX_BULK_PHOTOS,
  MAX_CAPTURE_OFFSET_S,
  ROTATIONS,
  focalPoint,
  photoIds,
  type Rotation,
} from '../../domain/photos.ts';
import { chaptersOf } from '../../domain/sections.ts';
import { actTime, authorise, found, timeOf, type Ctx } from '../context.ts';
import { zql } from '../schema.ts';
import { loadGallery } from './galleries.ts';
import { loadLivePhotos, loadPhotos, updatePhotos } from './photo-rows.ts';

/** Bulk acts are one mutation each (quality.md bar 15). */
const bulk = z.strictObject({ galleryId, photoIds, now: actTime });

/** The section of the same gallery; a browser trusts, since it holds what its screens have asked for and no more. */
async function assertSection(tx: Transaction, ctx: Ctx, gallery: string, id: string | null): Promise<void> {
  if (id === null || tx.location === 'client') return;
  const row = await tx.run(
    zql.gallerySections.where('id', id).where('accountId', ctx.accountId).where('galleryId', gallery).one(),
  );
  if (!row) throw new AppError('not_found', { field: 'sectionId' });
}

export const photoMutators = {
  /** To the trash. A cover that goes leaves the gallery without one; the server picks the next. */
  trash: defineMutator(bulk, async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'photos.delete');
    const gallery = await loadGallery(tx, ctx, args.galleryId);
    const now = timeOf(tx, ctx, args.now);
    const photos = await loadPhotos(tx, ctx, args.galleryId, args.photoIds);
    const live = photos.filter((photo) => photo.deletedAt === null);
    await updatePhotos(tx, live, () => ({ deletedAt: now }), now);
    if (gallery.coverPhotoId && args.photoIds.includes(gallery.coverPhotoId)) {
      await tx.mutate.galleries.update({ id: gallery.id, coverPhotoId: null, updatedAt: now });
    }
  }),

  /** Out of the trash; `cover` puts back the one among them that was the gallery's. */
  restore: defineMutator(bulk.extend({ cover: photoIds.element.nullable() }), async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'photos.delete');
    const gallery = await loadGallery(tx, ctx, args.galleryId);
    const now = timeOf(tx, ctx, args.now);
    const photos = await loadPhotos(tx, ctx, args.galleryId, args.photoIds);
    if (photos.some(({ deletedAt }) => deletedAt !== null && now - deletedAt > TRASH_MS)) {
      throw new AppError('undo_expired');
    }
    const trashed = photos.filter((photo) => photo.deletedAt !== null);
    await updatePhotos(tx, trashed, () => ({ deletedAt: null }), now);
    if (args.cover && args.photoIds.includes(args.cover)) {
      await tx.mutate.galleries.update({ id: gallery.id, coverPhotoId: args.cover, updatedAt: now });
    }
  }),

  /** `failed → processing`: the server reads the stored original once more. */
  retry: defineMutator(bulk, async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'photos.upload');
    await loadGallery(tx, ctx, args.galleryId);
    const now = timeOf(tx, ctx, args.now);
    const photos = await loadPhotos(tx, ctx, args.galleryId, args.photoIds);
    // Not the table alone: `uploading` may become `processing` too, but only once its object has arrived.
    if (photos.some((photo) => photo.deletedAt !== null || photo.status !== 'failed')) {
      throw new AppError('transition_refused', { field: 'photoIds' });
    }
    await updatePhotos(tx, photos, () => ({ status: 'processing', failureReason: null }), now);
  }),

  /** Into a section, or with null out of all of them. */
  setSection: defineMutator(bulk.extend({ sectionId: rowId.nullable() }), async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'photos.write');
    await loadGallery(tx, ctx, args.galleryId);
    await assertSection(tx, ctx, args.galleryId, args.sectionId);
    const photos = await loadLivePhotos(tx, ctx, args.galleryId, args.photoIds);
    await updatePhotos(tx, photos, () => ({ sectionId: args.sectionId }), timeOf(tx, ctx, args.now));
  }),

  /** Hidden photos are the studio's alone: no visitor sees or downloads them. */
  setHidden: defineMutator(bulk.extend({ isHidden: z.boolean() }), async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'photos.write');
    await loadGallery(tx, ctx, args.galleryId);
    const photos = await loadLivePhotos(tx, ctx, args.galleryId, args.photoIds);
    await updatePhotos(tx, photos, () => ({ isHidden: args.isHidden }), timeOf(tx, ctx, args.now));
  }),

  /** Turns clockwise. The renditions follow; until then the former ones are shown. */
  rotate: defineMutator(bulk.extend({ by: z.literal([90, 180, 270]) }), async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'photos.write');
    await loadGallery(tx, ctx, args.galleryId);
    const photos = await loadLivePhotos(tx, ctx, args.galleryId, args.photoIds);
    const change = (index: number) => {
      const { rotation, lookVersion, focalX, focalY } = photos[index]!;
      return {
        rotation: ROTATIONS[(ROTATIONS.indexOf(rotation) + args.by / 90) % 4] as Rotation,
        lookVersion: lookVersion + 1,
        ...turned(focalX, focalY, args.by),
      };
    };
    await updatePhotos(tx, photos, change, timeOf(tx, ctx, args.now));
  }),

  /** The point that crops keep in sight; null leaves it to what draws attention. */
  setFocalPoint: defineMutator(bulk.extend({ focal: focalPoint.nullable() }), async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'photos.write');
    await loadGallery(tx, ctx, args.galleryId);
    const photos = await loadLivePhotos(tx, ctx, args.galleryId, args.photoIds);
    const { x: focalX = null, y: focalY = null } = args.focal ?? {};
    const change = (index: number) => ({ focalX, focalY, lookVersion: photos[index]!.lookVersion + 1 });
    await updatePhotos(tx, photos, change, timeOf(tx, ctx, args.now));
  }),

  /** Puts the clock of a second camera right: adds seconds to when these were taken; the opposite takes it back. */
  shiftCapture: defineMutator(
    bulk.extend({ bySeconds: z.number().int().min(-MAX_CAPTURE_OFFSET_S).max(MAX_CAPTURE_OFFSET_S) }),
    async ({ tx, ctx: asked, args }) => {
      const ctx = authorise(asked, 'photos.write');
      await loadGallery(tx, ctx, args.galleryId);
      const photos = await loadLivePhotos(tx, ctx, args.galleryId, args.photoIds);
      const shifted = (index: number) => photos[index]!.captureOffset + args.bySeconds;
      if (photos.some((_photo, index) => Math.abs(shifted(index)) > MAX_CAPTURE_OFFSET_S)) {
        throw new AppError('validation_failed', { field: 'bySeconds' });
      }
      await updatePhotos(tx, photos, (index) => ({ captureOffset: shifted(index) }), timeOf(tx, ctx, args.now));
    },
  ),

  /**
   * Puts photos, in the order named, before another of a section, or with null at its end. The section is sorted by
   * hand from then on, beginning with the order it is seen in.
   */
  arrange: defineMutator(
    bulk.extend({ sectionId: rowId.nullable(), before: rowId.nullable() }),
    async ({ tx, ctx: asked, args }) => {
      const ctx = authorise(asked, 'photos.write');
      const gallery = await loadGallery(tx, ctx, args.galleryId);
      await assertSection(tx, ctx, args.galleryId, args.sectionId);
      await loadLivePhotos(tx, ctx, args.galleryId, args.photoIds);
      const mine = zql.photos.where('accountId', ctx.accountId).where('galleryId', args.galleryId);
      const all = await tx.run(mine.where('deletedAt', 'IS', null));
      const sections = await tx.run(
        zql.gallerySections.where('accountId', ctx.accountId).where('galleryId', args.galleryId),
      );
      const moved = [...new Set(args.photoIds)].flatMap((id) => all.find((photo) => photo.id === id) ?? []);
      const movedIds = new Set(moved.map(({ id }) => id));
      if (args.before !== null && movedIds.has(args.before))
        throw new AppError('validation_failed', { field: 'before' });
      const chapter = chaptersOf([...all], [...sections], gallery.sortBy).find(
        ({ section }) => (section?.id ?? null) === args.sectionId,
      );
      const rest = (chapter?.photos ?? []).filter(({ id }) => !movedIds.has(id));
      const at = args.before === null ? rest.length : rest.findIndex(({ id }) => id === args.before);
      if (at < 0) throw new AppError('not_found', { field: 'before' });
      const now = timeOf(tx, ctx, args.now);
      const section = sections.find(({ id }) => id === args.sectionId);
      const sortBy = section?.sortBy ?? gallery.sortBy;
      const between = sortBy === 'manual' ? gap(rest[at - 1]?.order, rest[at]?.order, moved.length) : null;
      const placed = between
        ? moved.map(({ id }, index) => ({ id, order: between(index) }))
        : rest.toSpliced(at, 0, ...moved).map(({ id }, index) => ({ id, order: index + 1 }));
      const change = (index: number) => ({ order: placed[index]!.order });
      await updatePhotos(tx, placed, change, now);
      const arriving = moved.filter((photo) => photo.sectionId !== args.sectionId);
      await updatePhotos(tx, arriving, () => ({ sectionId: args.sectionId }), now);
      if (sortBy === 'manual') return;
      if (section) await tx.mutate.gallerySections.update({ id: section.id, sortBy: 'manual', updatedAt: now });
      else await tx.mutate.galleries.update({ id: gallery.id, sortBy: 'manual', updatedAt: now });
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
      const gallery = await loadGallery(tx, ctx, args.galleryId);
      if (args.toGalleryId === args.galleryId) throw new AppError('validation_failed', { field: 'toGalleryId' });
      await loadTarget(tx, ctx, args.toGalleryId);
      await assertSection(tx, ctx, args.toGalleryId, args.sectionId);
      const photos = await loadLivePhotos(tx, ctx, args.galleryId, args.photoIds);
      assertReady(photos);
      const now = timeOf(tx, ctx, args.now);
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
      now: actTime,
    }),
    async ({ tx, ctx: asked, args }) => {
      const ctx = authorise(asked, 'photos.write');
      await loadGallery(tx, ctx, args.galleryId);
      await loadTarget(tx, ctx, args.toGalleryId);
      await assertSection(tx, ctx, args.toGalleryId, args.sectionId);
      const ids = args.copies.map(({ id }) => id);
      if (new Set(ids).size !== ids.length) throw new AppError('conflict', { field: 'copies' });
      assertReady(
        await loadLivePhotos(
          tx,
          ctx,
          args.galleryId,
          args.copies.map(({ from }) => from),
        ),
      );
      // The rows are the server's: their pictures do not exist yet, and a browser has nothing to show of them.
    },
  ),
};

/** A browser may not have the other gallery: only the server can say that it is not there. */
async function loadTarget(tx: Transaction, ctx: Ctx, id: string): Promise<void> {
  if (tx.location === 'client') return;
  const row = found(await tx.run(zql.galleries.where('id', id).where('accountId', ctx.accountId).one()));
  if (row.deletedAt !== null) throw new AppError('not_found', { field: 'toGalleryId' });
}

/** Only what has its original and is settled can go elsewhere. */
function assertReady(photos: readonly { status: string }[]): void {
  if (photos.some(({ status }) => status !== 'ready')) {
    throw new AppError('transition_refused', { field: 'photoIds' });
  }
}

/** A focal point turns with its picture. */
function turned(x: number | null, y: number | null, by: 90 | 180 | 270) {
  if (x === null || y === null) return { focalX: null, focalY: null };
  if (by === 90) return { focalX: 1 - y, focalY: x };
  if (by === 180) return { focalX: 1 - x, focalY: 1 - y };
  return { focalX: y, focalY: 1 - x };
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
