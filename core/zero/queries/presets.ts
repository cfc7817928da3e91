import { defineQuery } from '@rocicorp/zero';
import { readable } from '../context.ts';
import { zql } from '../schema.ts';

export const presetQueries = {
  list: defineQuery(({ ctx }) =>
    zql.galleryPresets.where('accountId', readable(ctx, 'galleries.read')).orderBy('name', 'asc').limit(200),
  ),
};
