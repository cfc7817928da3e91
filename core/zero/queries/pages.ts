import { defineQuery } from '@rocicorp/zero';
import { z } from 'zod';
import { rowId } from '../../domain/ids.ts';
import { MAX_PAGES } from '../../domain/pages.ts';
import { MAX_SCRIPT_VERSIONS } from '../../domain/site-code.ts';
import { MAX_RELEASES } from '../../domain/site.ts';
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

  /** Versions of the website's script, newest first. */
  scriptVersions: defineQuery(({ ctx }) =>
    zql.siteScriptVersions
      .where('accountId', readableAccountId(ctx, 'domain.manage'))
      .orderBy('createdAt', 'desc')
      .limit(MAX_SCRIPT_VERSIONS),
  ),

  /** Newest first; the live one may be older than all others. */
  releases: defineQuery(({ ctx }) =>
    zql.siteReleases
      .where('accountId', readableAccountId(ctx, 'site.write'))
      .orderBy('createdAt', 'desc')
      .limit(MAX_RELEASES + 1),
  ),
};
