import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { TRASH_MS } from '../../domain/galleries/galleries.ts';
import { rowId } from '../../domain/values/ids.ts';
import {
  filename,
  focalPoint,
  MAX_BULK_PHOTOS,
  MAX_CAPTURE_OFFSET_S,
  photoIds,
  type Rotation,
  ROTATIONS,
} from '../../domain/photos/photos.ts';
import { isVideo } from '../../domain/photos/videos.ts';
import { lockRow } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import { assertSection, bulk, loadLivePhotos, loadPhotos, updatePhotos } from './photo-access.ts';
import { photoPlaceMutators } from './photo-order.ts';

const filenames = z.array(filename).min(1).max(MAX_BULK_PHOTOS);

export const photoMutators = {
  ...photoPlaceMutators,

  /** Moves photos to the trash. If the cover is among them, the gallery has none until the server picks the next. */
  trash: studioMutator('photos.delete', bulk, async ({ tx, ctx, args, now }) => {
    const gallery = await lockRow(tx, ctx, 'galleries', args.galleryId);
    const photos = await loadPhotos(tx, ctx, args.galleryId, args.photoIds);
    const live = photos.filter((photo) => photo.deletedAt === null);
    await updatePhotos(tx, live, () => ({ deletedAt: now }), now);
    if (gallery.coverPhotoId && args.photoIds.includes(gallery.coverPhotoId)) {
      await tx.mutate.galleries.update({ id: gallery.id, coverPhotoId: null, updatedAt: now });
    }
  }),

  /** Restores photos; `cover` restores the one that was the gallery's cover. */
  restore: studioMutator(
    'photos.delete',
    bulk.extend({ cover: photoIds.element.nullable() }),
    async ({ tx, ctx, args, now }) => {
      const gallery = await lockRow(tx, ctx, 'galleries', args.galleryId);
      const photos = await loadPhotos(tx, ctx, args.galleryId, args.photoIds);
      if (photos.some(({ deletedAt }) => deletedAt !== null && now - deletedAt > TRASH_MS)) {
        throw new AppError('undo_expired');
      }
      const trashed = photos.filter((photo) => photo.deletedAt !== null);
      await updatePhotos(tx, trashed, () => ({ deletedAt: null }), now);
      if (args.cover && args.photoIds.includes(args.cover)) {
        await tx.mutate.galleries.update({ id: gallery.id, coverPhotoId: args.cover, updatedAt: now });
      }
    },
  ),

  /** `failed → processing`: the server reads the stored original again. */
  retry: studioMutator('photos.upload', bulk, async ({ tx, ctx, args, now }) => {
    await lockRow(tx, ctx, 'galleries', args.galleryId);
    const photos = await loadPhotos(tx, ctx, args.galleryId, args.photoIds);
    // Checks `failed` explicitly: the table also allows `uploading → processing`, but only after the object was stored.
    if (photos.some((photo) => photo.deletedAt !== null || photo.status !== 'failed')) {
      throw new AppError('transition_refused', { field: 'photoIds' });
    }
    await updatePhotos(tx, photos, () => ({ status: 'processing', failureReason: null }), now);
  }),

  /** Moves photos into a section, or out of all sections with null. */
  setSection: studioMutator(
    'photos.write',
    bulk.extend({ sectionId: rowId.nullable() }),
    async ({ tx, ctx, args, now }) => {
      await lockRow(tx, ctx, 'galleries', args.galleryId);
      await assertSection(tx, ctx, args.galleryId, args.sectionId);
      const photos = await loadLivePhotos(tx, ctx, args.galleryId, args.photoIds);
      await updatePhotos(tx, photos, () => ({ sectionId: args.sectionId }), now);
    },
  ),

  /** Hides photos: only the studio can see and download them. */
  setHidden: studioMutator('photos.write', bulk.extend({ isHidden: z.boolean() }), async ({ tx, ctx, args, now }) => {
    await lockRow(tx, ctx, 'galleries', args.galleryId);
    const photos = await loadLivePhotos(tx, ctx, args.galleryId, args.photoIds);
    await updatePhotos(tx, photos, () => ({ isHidden: args.isHidden }), now);
  }),

  /** Gives each photo the file name at its position in `filenames`. `sourceFilenames` replaces what it was uploaded as, too. */
  rename: studioMutator(
    'photos.write',
    bulk.extend({ filenames, sourceFilenames: filenames.optional() }),
    async ({ tx, ctx, args, now }) => {
      for (const field of ['filenames', 'sourceFilenames'] as const) {
        const { length } = args[field] ?? args.photoIds;
        if (length !== args.photoIds.length) throw new AppError('validation_failed', { field });
      }
      await lockRow(tx, ctx, 'galleries', args.galleryId);
      const photos = await loadLivePhotos(tx, ctx, args.galleryId, args.photoIds);
      const names = new Map(
        args.photoIds.map((id, index) => {
          const sourceFilename = args.sourceFilenames?.[index];
          return [id, { filename: args.filenames[index]!, ...(sourceFilename && { sourceFilename }) }];
        }),
      );
      await updatePhotos(tx, photos, (index) => names.get(photos[index]!.id)!, now);
    },
  ),

  /** Rotates clockwise; skips videos, which are delivered as they are. Until the new renditions are ready, the previous ones are shown. */
  rotate: studioMutator(
    'photos.write',
    bulk.extend({ by: z.literal([90, 180, 270]) }),
    async ({ tx, ctx, args, now }) => {
      await lockRow(tx, ctx, 'galleries', args.galleryId);
      const all = await loadLivePhotos(tx, ctx, args.galleryId, args.photoIds);
      const photos = all.filter((photo) => !isVideo(photo));
      const change = (index: number) => {
        const { rotation, styleVersion, focalX, focalY } = photos[index]!;
        return {
          rotation: ROTATIONS[(ROTATIONS.indexOf(rotation) + args.by / 90) % 4] as Rotation,
          styleVersion: styleVersion + 1,
          ...rotate(focalX, focalY, args.by),
        };
      };
      await updatePhotos(tx, photos, change, now);
    },
  ),

  /** Sets the point that crops keep visible; null uses automatic detection. */
  setFocalPoint: studioMutator(
    'photos.write',
    bulk.extend({ focal: focalPoint.nullable() }),
    async ({ tx, ctx, args, now }) => {
      await lockRow(tx, ctx, 'galleries', args.galleryId);
      const photos = await loadLivePhotos(tx, ctx, args.galleryId, args.photoIds);
      const { x: focalX = null, y: focalY = null } = args.focal ?? {};
      const change = (index: number) => ({ focalX, focalY, styleVersion: photos[index]!.styleVersion + 1 });
      await updatePhotos(tx, photos, change, now);
    },
  ),

  /** Corrects a camera's clock: adds seconds to the capture times. The negative value undoes it. */
  shiftCapture: studioMutator(
    'photos.write',
    bulk.extend({ bySeconds: z.number().int().min(-MAX_CAPTURE_OFFSET_S).max(MAX_CAPTURE_OFFSET_S) }),
    async ({ tx, ctx, args, now }) => {
      await lockRow(tx, ctx, 'galleries', args.galleryId);
      const photos = await loadLivePhotos(tx, ctx, args.galleryId, args.photoIds);
      const shifted = (index: number) => photos[index]!.captureOffset + args.bySeconds;
      if (photos.some((_photo, index) => Math.abs(shifted(index)) > MAX_CAPTURE_OFFSET_S)) {
        throw new AppError('validation_failed', { field: 'bySeconds' });
      }
      await updatePhotos(tx, photos, (index) => ({ captureOffset: shifted(index) }), now);
    },
  ),
};

/** Rotates a focal point with its image. */
function rotate(x: number | null, y: number | null, by: 90 | 180 | 270) {
  if (x === null || y === null) return { focalX: null, focalY: null };
  if (by === 90) return { focalX: 1 - y, focalY: x };
  if (by === 180) return { focalX: 1 - x, focalY: 1 - y };
  return { focalX: y, focalY: 1 - x };
}
