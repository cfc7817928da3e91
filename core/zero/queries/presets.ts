import { defineQuery } from '@rocicorp/zero';
import { MAX_PRESETS } from '../../domain/galleries/presets.ts';
import { readableAccountId } from '../context.ts';
import { zql } from '../schema.ts';

export const presetQueries = {
  list: defineQuery(({ ctx }) =>
    zql.galleryPresets
      .where('accountId', readableAccountId(ctx, 'galleries.read'))
      .orderBy('name', 'asc')
      .limit(MAX_PRESETS),
  ),
};
