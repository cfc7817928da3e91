import { defineMutator } from '@rocicorp/zero';
import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/errors.ts';
import { TRASH_MS } from '../../domain/galleries.ts';
import { galleryId } from '../../domain/ids.ts';
import { photoIds } from '../../domain/photos.ts';
import { actTime, authorise, timeOf, type Ctx } from '../context.ts';
import { zql } from '../schema.ts';
import { loadGallery } from './galleries.ts';

/** Bulk acts are one mutation each (quality.md bar 15). */
const bulk = z.strictObject({ galleryId, photoIds, now: actTime });

/**
 * The named photos of a gallery; one that is missing or foreign refuses them all. A browser goes on with those it has:
 * what is in the trash is in no screen's query any more, and comes back with the server's answer.
 */
async function loadPhotos(tx: Transaction, ctx: Ctx, gallery: string, ids: readonly string[]) {
  const rows = await tx.run(
    zql.photos
      .where('accountId', ctx.accountId)
      .where('galleryId', gallery)
      .where('id', 'IN', [...new Set(ids)]),
  );
  if (tx.location === 'server' && rows.length !== new Set(ids).size)
    throw new AppError('not_found', { field: 'photoIds' });
  return rows;
}

export const photoMutators = {
  /** To the trash. A cover that goes leaves the gallery without one; the server picks the next. */
  trash: defineMutator(bulk, async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'photos.delete');
    const gallery = await loadGallery(tx, ctx, args.galleryId);
    const now = timeOf(tx, ctx, args.now);
    for (const photo of await loadPhotos(tx, ctx, args.galleryId, args.photoIds)) {
      if (photo.deletedAt === null) await tx.mutate.photos.update({ id: photo.id, deletedAt: now, updatedAt: now });
    }
    if (gallery.coverPhotoId && args.photoIds.includes(gallery.coverPhotoId)) {
      await tx.mutate.galleries.update({ id: gallery.id, coverPhotoId: null, updatedAt: now });
    }
  }),

  /** Out of the trash; `cover` puts back the one among them that was the gallery's. */
  restore: defineMutator(bulk.extend({ cover: photoIds.element.nullable() }), async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'photos.delete');
    const gallery = await loadGallery(tx, ctx, args.galleryId);
    const now = timeOf(tx, ctx, args.now);
    for (const photo of await loadPhotos(tx, ctx, args.galleryId, args.photoIds)) {
      if (photo.deletedAt === null) continue;
      if (now - photo.deletedAt > TRASH_MS) throw new AppError('undo_expired');
      await tx.mutate.photos.update({ id: photo.id, deletedAt: null, updatedAt: now });
    }
    if (args.cover && args.photoIds.includes(args.cover)) {
      await tx.mutate.galleries.update({ id: gallery.id, coverPhotoId: args.cover, updatedAt: now });
    }
  }),

  /** `failed → processing`: the server reads the stored original once more. */
  retry: defineMutator(bulk, async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'photos.upload');
    await loadGallery(tx, ctx, args.galleryId);
    const now = timeOf(tx, ctx, args.now);
    for (const photo of await loadPhotos(tx, ctx, args.galleryId, args.photoIds)) {
      // Not the table alone: `uploading` may become `processing` too, but only once its object has arrived.
      if (photo.deletedAt !== null || photo.status !== 'failed') {
        throw new AppError('transition_refused', { field: 'photoIds' });
      }
      await tx.mutate.photos.update({ id: photo.id, status: 'processing', failureReason: null, updatedAt: now });
    }
  }),
};
