import { defineQuery } from '@rocicorp/zero';
import { MAX_FONTS } from '../../domain/branding/fonts.ts';
import { readableAccountId } from '../context.ts';
import { zql } from '../schema.ts';

export const fontQueries = {
  list: defineQuery(({ ctx }) =>
    zql.customFonts
      .where('accountId', readableAccountId(ctx, 'account.read'))
      .orderBy('fontFamily', 'asc')
      .limit(MAX_FONTS),
  ),
};
