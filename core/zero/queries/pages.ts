import { defineQuery } from '@rocicorp/zero';
import { z } from 'zod';
import { rowId } from '../../domain/ids.ts';
import { MAX_PAGES } from '../../domain/pages.ts';
import { MAX_RELEASES } from '../../domain/site.ts';
import { MAX_PERMITTED_PHOTOS } from '../../domain/site-pictures.ts';
import { readableAccountId } from '../context.ts';
import { zql } from '../schema.ts';

export const pageQueries = {
  /** Drafts in the order of the menu. */
  list: defineQuery(({ ctx }) =>
    zql.pages.where('accountId', readableAccountId(ctx, 'site.write')).orderBy('order', 'asc').limit(MAX_PAGES),
  ),

  byId: defineQuery(z.strictObject({ id: rowId }), ({ ctx, args }) =>
    zql.pages.where('accountId', readableAccountId(ctx, 'site.write')).where('id', args.id).one(),
  ),
};

export const siteQueries = {
  settings: defineQuery(({ ctx }) => zql.cmsSettings.where('accountId', readableAccountId(ctx, 'site.write')).one()),

  /** The live release and the planned publication. */
  state: defineQuery(({ ctx }) => zql.siteState.where('accountId', readableAccountId(ctx, 'site.write')).one()),

  /** Newest first; the live one may be older than all others. */
  releases: defineQuery(({ ctx }) =>
    zql.siteReleases
      .where('accountId', readableAccountId(ctx, 'site.write'))
      .orderBy('createdAt', 'desc')
      .limit(MAX_RELEASES + 1),
  ),

  /** Photos of the website with their gallery and the studio's decision about them. */
  photos: defineQuery(z.strictObject({ ids: z.array(rowId).min(1).max(MAX_PERMITTED_PHOTOS) }), ({ ctx, args }) =>
    zql.photos
      .where('accountId', readableAccountId(ctx, 'site.write'))
      .where('id', 'IN', args.ids)
      .where('deletedAt', 'IS', null)
      .related('gallery')
      .related('sitePermission')
      .orderBy('filename', 'asc')
      .limit(MAX_PERMITTED_PHOTOS),
  ),
};
