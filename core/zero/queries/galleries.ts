import { defineQuery } from '@rocicorp/zero';
import { z } from 'zod';
import { CLIENT_EVENT_KINDS } from '../../domain/galleries.ts';
import { galleryId } from '../../domain/ids.ts';
import { MAX_BULK_PHOTOS } from '../../domain/photos.ts';
import { MAX_SECTIONS } from '../../domain/sections.ts';
import { readableAccountId } from '../context.ts';
import { zql } from '../schema.ts';

/** A studio's galleries are listed, searched and sorted as a whole; more than this are paged by the archive. */
const MAX_GALLERIES = 1000;

export const galleryQueries = {
  /** Newest first, each with its client, counts and cover. */
  list: defineQuery(z.strictObject({ limit: z.number().int().min(1).max(MAX_GALLERIES) }), ({ ctx, args }) =>
    zql.galleries
      .where('accountId', readableAccountId(ctx, 'galleries.read'))
      .where('deletedAt', 'IS', null)
      .related('customer')
      .related('stats')
      .related('coverPhoto')
      .orderBy('createdAt', 'desc')
      .limit(args.limit),
  ),

  byId: defineQuery(z.strictObject({ id: galleryId }), ({ ctx, args }) =>
    zql.galleries
      .where('accountId', readableAccountId(ctx, 'galleries.read'))
      .where('id', args.id)
      .related('customer')
      .related('stats')
      .related('coverPhoto')
      .related('watermark')
      .one(),
  ),

  /** Every photo outside the trash, whatever its status; the screen orders them by the gallery's own sort. */
  photos: defineQuery(z.strictObject({ galleryId }), ({ ctx, args }) =>
    zql.photos
      .where('accountId', readableAccountId(ctx, 'photos.read'))
      .where('galleryId', args.galleryId)
      .where('deletedAt', 'IS', null)
      .orderBy('capturedAt', 'asc')
      .limit(MAX_BULK_PHOTOS),
  ),

  /** New originals on their way to photos; apart from the photos, of which there may be thousands. */
  replacements: defineQuery(z.strictObject({ galleryId }), ({ ctx, args }) =>
    zql.photoReplacements
      .where('accountId', readableAccountId(ctx, 'photos.read'))
      .where('galleryId', args.galleryId)
      .orderBy('createdAt', 'asc')
      .limit(MAX_BULK_PHOTOS),
  ),

  /** Named sets, in the order they are shown in. */
  sections: defineQuery(z.strictObject({ galleryId }), ({ ctx, args }) =>
    zql.gallerySections
      .where('accountId', readableAccountId(ctx, 'galleries.read'))
      .where('galleryId', args.galleryId)
      .orderBy('order', 'asc')
      .limit(MAX_SECTIONS),
  ),

  /** What is in the trash and can still be put back: photos of galleries that are not there themselves. */
  trashedPhotos: defineQuery(z.strictObject({ limit: z.number().int().min(1).max(MAX_BULK_PHOTOS) }), ({ ctx, args }) =>
    zql.photos
      .where('accountId', readableAccountId(ctx, 'photos.delete'))
      .where('deletedAt', 'IS NOT', null)
      .whereExists('gallery', (gallery) => gallery.where('deletedAt', 'IS', null))
      .related('gallery')
      .orderBy('deletedAt', 'desc')
      .limit(args.limit),
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

  /** What happened in it, the latest first. Not for assistants: it names who was invited. */
  events: defineQuery(z.strictObject({ galleryId, limit: z.number().int().min(1).max(1000) }), ({ ctx, args }) =>
    zql.galleryEvents
      .where('accountId', readableAccountId(ctx, 'galleries.share'))
      .where('galleryId', args.galleryId)
      .related('photo')
      .related('grant')
      .orderBy('at', 'desc')
      .limit(args.limit),
  ),
  /** What clients did in all galleries outside the trash, the latest first. As `events`, not for assistants. */
  recentEvents: defineQuery(z.strictObject({ limit: z.number().int().min(1).max(200) }), ({ ctx, args }) =>
    zql.galleryEvents
      .where('accountId', readableAccountId(ctx, 'galleries.share'))
      .where('kind', 'IN', CLIENT_EVENT_KINDS)
      .whereExists('gallery', (gallery) => gallery.where('deletedAt', 'IS', null), { flip: false })
      .related('gallery')
      .related('grant')
      .orderBy('at', 'desc')
      .limit(args.limit),
  ),
  /** The photos that visitors looked at and took home most. */
  mostViewed: defineQuery(z.strictObject({ galleryId, limit: z.number().int().min(1).max(100) }), ({ ctx, args }) =>
    zql.photoStats
      .where('accountId', readableAccountId(ctx, 'galleries.share'))
      .where('galleryId', args.galleryId)
      .orderBy('viewCount', 'desc')
      .limit(args.limit),
  ),

  /** Who was invited. Not for assistants: these are people's e-mails and rights. */
  grants: defineQuery(z.strictObject({ galleryId }), ({ ctx, args }) =>
    zql.grants
      .where('accountId', readableAccountId(ctx, 'galleries.share'))
      .where('galleryId', args.galleryId)
      .orderBy('createdAt', 'desc')
      .limit(500),
  ),

  /** Invitations whose mail was given up, of galleries that are neither archived nor in the trash, the latest first. */
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
