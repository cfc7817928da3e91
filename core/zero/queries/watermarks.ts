import { defineQuery } from '@rocicorp/zero';
import { MAX_WATERMARKS } from '../../domain/branding/watermarks.ts';
import { readableAccountId } from '../context.ts';
import { zql } from '../schema.ts';

export const watermarkQueries = {
  list: defineQuery(({ ctx }) =>
    zql.watermarks
      .where('accountId', readableAccountId(ctx, 'galleries.read'))
      .orderBy('name', 'asc')
      .limit(MAX_WATERMARKS),
  ),
};
