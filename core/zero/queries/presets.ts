import { defineQuery } from '@rocicorp/zero';
import { MAX_PRESETS } from '../../domain/presets.ts';
import { readable } from '../context.ts';
import { zql } from '../schema.ts';

export const presetQueries = {
  list: defineQuery(({ ctx }) =>
    zql.galleryPresets.where('accountId', readable(ctx, 'galleries.read')).orderBy('name', 'asc').limit(MAX_PRESETS),
  ),
};
