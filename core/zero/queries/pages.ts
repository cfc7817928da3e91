import { defineQuery } from '@rocicorp/zero';
import { z } from 'zod';
import { galleryId, rowId } from '../../domain/values/ids.ts';
import { MAX_PAGES } from '../../domain/site/pages.ts';
import { MAX_SCRIPT_VERSIONS } from '../../domain/site/site-code.ts';
import { MAX_CHECKED_PHOTOS, MAX_REDIRECTS, MAX_RELEASES } from '../../domain/site/site.ts';
import { readableAccountId } from '../context.ts';
import { zql } from '../schema.ts';

/** Galleries that a page shows as they are. */
const MAX_LIVE_GALLERIES = 8;
/** More than a block shows of a gallery: its own order sorts them in the browser. */
const MAX_GALLERY_PHOTOS = 300;

export const pageQueries = {
  /** Drafts in the order of the menu. */
  list: defineQuery(({ ctx }) =>
    zql.pages.where('accountId', readableAccountId(ctx, 'site.write')).orderBy('order', 'asc').limit(MAX_PAGES),
  ),

  byId: defineQuery(z.strictObject({ id: rowId }), ({ ctx, args }) =>
    zql.pages.where('accountId', readableAccountId(ctx, 'site.write')).where('id', args.id).one(),
  ),

  /** Photos of pages, each with what decides whether visitors see it: gallery, sections and the studio's decision. */
  photos: defineQuery(z.strictObject({ ids: z.array(rowId).max(MAX_CHECKED_PHOTOS) }), ({ ctx, args }) =>
    zql.photos
      .where('accountId', readableAccountId(ctx, 'site.write'))
      .where('id', 'IN', args.ids)
      .where('deletedAt', 'IS', null)
      .related('gallery', (gallery) => gallery.related('sections'))
      .related('sitePermission')
      .orderBy('filename', 'asc')
      .limit(MAX_CHECKED_PHOTOS),
  ),

  /** Galleries by id with their photos, for blocks that show a gallery as it is. */
  galleries: defineQuery(z.strictObject({ galleryIds: z.array(galleryId).max(MAX_LIVE_GALLERIES) }), ({ ctx, args }) =>
    zql.galleries
      .where('accountId', readableAccountId(ctx, 'site.write'))
      .where('id', 'IN', args.galleryIds)
      .where('deletedAt', 'IS', null)
      .related('photos', (photos) =>
        photos
          .where('status', 'ready')
          .where('isHidden', false)
          .where('deletedAt', 'IS', null)
          .orderBy('capturedAt', 'asc')
          .limit(MAX_GALLERY_PHOTOS),
      )
      .limit(MAX_LIVE_GALLERIES),
  ),
};

/** Galleries and photos of each that the first pages of a site choose from. */
const MAX_STARTER_GALLERIES = 12;
const MAX_STARTER_PHOTOS = 12;

export const siteQueries = {
  /** Public galleries, latest first, with their cover and first photos; hidden sections are for the caller to leave out. */
  publicGalleries: defineQuery(({ ctx }) => {
    const accountId = readableAccountId(ctx, 'site.write');
    return zql.galleries
      .where('accountId', accountId)
      .where('status', 'published')
      .where('visibility', 'public')
      .where('deletedAt', 'IS', null)
      .related('stats')
      .related('coverPhoto')
      .related('sections')
      .related('photos', (photos) =>
        photos
          .where('status', 'ready')
          .where('isHidden', false)
          .where('deletedAt', 'IS', null)
          .orderBy('capturedAt', 'asc')
          .limit(MAX_STARTER_PHOTOS),
      )
      .orderBy('createdAt', 'desc')
      .limit(MAX_STARTER_GALLERIES);
  }),

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

  /** Latest first. */
  redirects: defineQuery(({ ctx }) =>
    zql.siteRedirects
      .where('accountId', readableAccountId(ctx, 'site.write'))
      .related('page')
      .orderBy('createdAt', 'desc')
      .limit(MAX_REDIRECTS),
  ),

  /** Newest first; the live one may be older than all others. */
  releases: defineQuery(({ ctx }) =>
    zql.siteReleases
      .where('accountId', readableAccountId(ctx, 'site.write'))
      .orderBy('createdAt', 'desc')
      .limit(MAX_RELEASES + 1),
  ),
};
