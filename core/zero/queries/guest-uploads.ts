import { defineQuery } from '@rocicorp/zero';
import { z } from 'zod';
import { galleryId } from '../../domain/values/ids.ts';
import { MAX_BULK_PHOTOS } from '../../domain/photos/photos.ts';
import { readableAccountId } from '../context.ts';
import { zql } from '../schema.ts';

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
