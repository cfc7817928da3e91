import { defineMutator } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/errors.ts';
import { TRASH_MS } from '../../domain/galleries.ts';
import { rowId } from '../../domain/ids.ts';
import { focalPoint, MAX_CAPTURE_OFFSET_S, photoIds, type Rotation, ROTATIONS } from '../../domain/photos.ts';
import { authorise, serverTime } from '../context.ts';
import { lockGallery } from './galleries.ts';
import { assertSection, bulk, loadLivePhotos, loadPhotos, updatePhotos } from './photo-access.ts';
import { photoPlaceMutators } from './photo-order.ts';

export const photoMutators = {
  ...photoPlaceMutators,

  /** To the trash. A cover that goes leaves the gallery without one; the server picks the next. */
  trash: defineMutator(bulk, async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'photos.delete');
    const gallery = await lockGallery(tx, ctx, args.galleryId);
    const now = serverTime(tx, ctx, args.now);
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
    const gallery = await lockGallery(tx, ctx, args.galleryId);
    const now = serverTime(tx, ctx, args.now);
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
    await lockGallery(tx, ctx, args.galleryId);
    const now = serverTime(tx, ctx, args.now);
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
    await lockGallery(tx, ctx, args.galleryId);
    await assertSection(tx, ctx, args.galleryId, args.sectionId);
    const photos = await loadLivePhotos(tx, ctx, args.galleryId, args.photoIds);
    await updatePhotos(tx, photos, () => ({ sectionId: args.sectionId }), serverTime(tx, ctx, args.now));
  }),

  /** Hidden photos are the studio's alone: no visitor sees or downloads them. */
  setHidden: defineMutator(bulk.extend({ isHidden: z.boolean() }), async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'photos.write');
    await lockGallery(tx, ctx, args.galleryId);
    const photos = await loadLivePhotos(tx, ctx, args.galleryId, args.photoIds);
    await updatePhotos(tx, photos, () => ({ isHidden: args.isHidden }), serverTime(tx, ctx, args.now));
  }),

  /** Turns clockwise. The renditions follow; until then the former ones are shown. */
  rotate: defineMutator(bulk.extend({ by: z.literal([90, 180, 270]) }), async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'photos.write');
    await lockGallery(tx, ctx, args.galleryId);
    const photos = await loadLivePhotos(tx, ctx, args.galleryId, args.photoIds);
    const change = (index: number) => {
      const { rotation, styleVersion, focalX, focalY } = photos[index]!;
      return {
        rotation: ROTATIONS[(ROTATIONS.indexOf(rotation) + args.by / 90) % 4] as Rotation,
        styleVersion: styleVersion + 1,
        ...rotate(focalX, focalY, args.by),
      };
    };
    await updatePhotos(tx, photos, change, serverTime(tx, ctx, args.now));
  }),

  /** The point that crops keep in sight; null leaves it to what draws attention. */
  setFocalPoint: defineMutator(bulk.extend({ focal: focalPoint.nullable() }), async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'photos.write');
    await lockGallery(tx, ctx, args.galleryId);
    const photos = await loadLivePhotos(tx, ctx, args.galleryId, args.photoIds);
    const { x: focalX = null, y: focalY = null } = args.focal ?? {};
    const change = (index: number) => ({ focalX, focalY, styleVersion: photos[index]!.styleVersion + 1 });
    await updatePhotos(tx, photos, change, serverTime(tx, ctx, args.now));
  }),

  /** Puts the clock of a second camera right: adds seconds to when these were taken; the opposite takes it back. */
  shiftCapture: defineMutator(
    bulk.extend({ bySeconds: z.number().int().min(-MAX_CAPTURE_OFFSET_S).max(MAX_CAPTURE_OFFSET_S) }),
    async ({ tx, ctx: asked, args }) => {
      const ctx = authorise(asked, 'photos.write');
      await lockGallery(tx, ctx, args.galleryId);
      const photos = await loadLivePhotos(tx, ctx, args.galleryId, args.photoIds);
      const shifted = (index: number) => photos[index]!.captureOffset + args.bySeconds;
      if (photos.some((_photo, index) => Math.abs(shifted(index)) > MAX_CAPTURE_OFFSET_S)) {
        throw new AppError('validation_failed', { field: 'bySeconds' });
      }
      await updatePhotos(tx, photos, (index) => ({ captureOffset: shifted(index) }), serverTime(tx, ctx, args.now));
    },
  ),
};

/** A focal point turns with its picture. */
function rotate(x: number | null, y: number | null, by: 90 | 180 | 270) {
  if (x === null || y === null) return { focalX: null, focalY: null };
  if (by === 90) return { focalX: 1 - y, focalY: x };
  if (by === 180) return { focalX: 1 - x, focalY: 1 - y };
  return { focalX: y, focalY: 1 - x };
}
