import { defineQuery } from '@rocicorp/zero';
import { z } from 'zod';
import { galleryId } from '../../domain/ids.ts';
import { MAX_BULK_PHOTOS } from '../../domain/photos.ts';
import { readable } from '../context.ts';
import { zql } from '../schema.ts';

/** A studio's galleries are listed, searched and sorted as a whole; more than this are paged by the archive. */
const MAX_GALLERIES = 1000;

export const galleryQueries = {
  /** Newest first, each with its client, counts and cover. */
  list: defineQuery(z.strictObject({ limit: z.number().int().min(1).max(MAX_GALLERIES) }), ({ ctx, args }) =>
    zql.galleries
      .where('accountId', readable(ctx, 'galleries.read'))
      .where('deletedAt', 'IS', null)
      .related('customer')
      .related('stats')
      .related('coverPhoto')
      .orderBy('createdAt', 'desc')
      .limit(args.limit),
  ),

  byId: defineQuery(z.strictObject({ id: galleryId }), ({ ctx, args }) =>
    zql.galleries
      .where('accountId', readable(ctx, 'galleries.read'))
      .where('id', args.id)
      .related('customer')
      .related('stats')
      .related('coverPhoto')
      .one(),
  ),

  /** Every photo outside the trash, whatever its status; the screen orders them by the gallery's own sort. */
  photos: defineQuery(z.strictObject({ galleryId }), ({ ctx, args }) =>
    zql.photos
      .where('accountId', readable(ctx, 'photos.read'))
      .where('galleryId', args.galleryId)
      .where('deletedAt', 'IS', null)
      .orderBy('capturedAt', 'asc')
      .limit(MAX_BULK_PHOTOS),
  ),

  /** Who was invited. Not for assistants: these are people's e-mails and rights. */
  grants: defineQuery(z.strictObject({ galleryId }), ({ ctx, args }) =>
    zql.grants
      .where('accountId', readable(ctx, 'galleries.share'))
      .where('galleryId', args.galleryId)
      .orderBy('createdAt', 'desc')
      .limit(500),
  ),
};
