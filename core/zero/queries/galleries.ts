import { defineQuery } from '@rocicorp/zero';
import { z } from 'zod';
import { MAX_SECTIONS } from '../../domain/galleries/sections.ts';
import { MAX_BULK_PHOTOS } from '../../domain/photos/photos.ts';
import { galleryId } from '../../domain/values/ids.ts';
import { readableAccountId } from '../context.ts';
import { zql } from '../schema.ts';

/** Galleries are listed, searched and sorted as a whole; further ones are paged in the archive. */
const MAX_GALLERIES = 1000;

export const galleryQueries = {
  /** Newest first, with client, counts, cover and selections. */
  list: defineQuery(z.strictObject({ limit: z.number().int().min(1).max(MAX_GALLERIES) }), ({ ctx, args }) =>
    zql.galleries
      .where('accountId', readableAccountId(ctx, 'galleries.read'))
      .where('deletedAt', 'IS', null)
      .related('customer', (rows) => rows.where('accountId', readableAccountId(ctx, 'customers.read')))
      .related('stats')
      .related('coverPhoto')
      .related('lists', (lists) => lists.where('kind', 'selection').where('deletedAt', 'IS', null))
      .orderBy('createdAt', 'desc')
      .limit(args.limit),
  ),

  byId: defineQuery(z.strictObject({ id: galleryId }), ({ ctx, args }) =>
    zql.galleries
      .where('accountId', readableAccountId(ctx, 'galleries.read'))
      .where('id', args.id)
      .related('customer', (rows) => rows.where('accountId', readableAccountId(ctx, 'customers.read')))
      .related('stats')
      .related('coverPhoto')
      .related('watermark')
      .related('lists', (lists) => lists.where('kind', 'selection').where('deletedAt', 'IS', null))
      .one(),
  ),

  /** Every photo outside the trash, in any status; the screen sorts them by the gallery's order. */
  photos: defineQuery(z.strictObject({ galleryId }), ({ ctx, args }) =>
    zql.photos
      .where('accountId', readableAccountId(ctx, 'photos.read'))
      .where('galleryId', args.galleryId)
      .where('deletedAt', 'IS', null)
      .orderBy('capturedAt', 'asc')
      .limit(MAX_BULK_PHOTOS),
  ),

  /** Pending new originals of photos; separate from `photos`, of which there may be thousands. */
  replacements: defineQuery(z.strictObject({ galleryId }), ({ ctx, args }) =>
    zql.photoReplacements
      .where('accountId', readableAccountId(ctx, 'photos.read'))
      .where('galleryId', args.galleryId)
      .orderBy('createdAt', 'asc')
      .limit(MAX_BULK_PHOTOS),
  ),

  /** Sections in display order. */
  sections: defineQuery(z.strictObject({ galleryId }), ({ ctx, args }) =>
    zql.gallerySections
      .where('accountId', readableAccountId(ctx, 'galleries.read'))
      .where('galleryId', args.galleryId)
      .orderBy('order', 'asc')
      .limit(MAX_SECTIONS),
  ),

  /** Restorable photos in the trash, of galleries that are not trashed themselves; of all or of one. */
  trashedPhotos: defineQuery(
    z.strictObject({ galleryId: galleryId.optional(), limit: z.number().int().min(1).max(MAX_BULK_PHOTOS) }),
    ({ ctx, args }) => {
      const trashed = zql.photos
        .where('accountId', readableAccountId(ctx, 'photos.delete'))
        .where('deletedAt', 'IS NOT', null)
        .whereExists('gallery', (gallery) => gallery.where('deletedAt', 'IS', null))
        .related('gallery')
        .orderBy('deletedAt', 'desc')
        .limit(args.limit);
      return args.galleryId === undefined ? trashed : trashed.where('galleryId', args.galleryId);
    },
  ),
  trashed: defineQuery(z.strictObject({ limit: z.number().int().min(1).max(MAX_GALLERIES) }), ({ ctx, args }) =>
    zql.galleries
      .where('accountId', readableAccountId(ctx, 'galleries.delete'))
      .where('deletedAt', 'IS NOT', null)
      .related('stats')
      .related('coverPhoto')
      .orderBy('deletedAt', 'desc')
      .limit(args.limit),
  ),

  /** Photos with the most views and downloads. */
  mostViewed: defineQuery(z.strictObject({ galleryId, limit: z.number().int().min(1).max(100) }), ({ ctx, args }) =>
    zql.photoStats
      .where('accountId', readableAccountId(ctx, 'galleries.share'))
      .where('galleryId', args.galleryId)
      .orderBy('viewCount', 'desc')
      .limit(args.limit),
  ),

  /** Grants of a gallery. Not for assistants: emails and rights of people. */
  grants: defineQuery(z.strictObject({ galleryId }), ({ ctx, args }) =>
    zql.grants
      .where('accountId', readableAccountId(ctx, 'galleries.share'))
      .where('galleryId', args.galleryId)
      .orderBy('createdAt', 'desc')
      .limit(500),
  ),

  /** Invitations with a failed mail, of galleries neither archived nor trashed, latest first. */
  undelivered: defineQuery(z.strictObject({ limit: z.number().int().min(1).max(200) }), ({ ctx, args }) =>
    zql.grants
      .where('accountId', readableAccountId(ctx, 'galleries.share'))
      .where('mailError', 'IS NOT', null)
      .where('status', '!=', 'revoked')
      .whereExists('gallery', (one) => one.where('deletedAt', 'IS', null).where('status', '!=', 'archived'), {
        flip: false,
      })
      .related('gallery')
      .orderBy('createdAt', 'desc')
      .limit(args.limit),
  ),
};

const one = z.strictObject({ galleryId });

export const guestUploadQueries = {
  /** The link of a gallery. Not for assistants, who open no gallery to others. */
  link: defineQuery(one, ({ ctx, args }) =>
    zql.guestUploadLinks
      .where('accountId', readableAccountId(ctx, 'galleries.share'))
      .where('galleryId', args.galleryId)
      .one(),
  ),

  /** Guests' names by photo, of photos outside the trash. */
  photos: defineQuery(one, ({ ctx, args }) =>
    zql.guestPhotos
      .where('accountId', readableAccountId(ctx, 'photos.read'))
      .whereExists('photo', (photo) => photo.where('galleryId', args.galleryId).where('deletedAt', 'IS', null))
      .limit(MAX_BULK_PHOTOS),
  ),
};
