import type { ReadonlyJSONValue, Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import { MAX_PAGES, pagePath } from '../../domain/site/pages.ts';
import { MAX_PERMITTED_PHOTOS } from '../../domain/site/site-pictures.ts';
import { nextPages, publishAt, readReleasePages, type ReleaseKind, siteSettings } from '../../domain/site/site.ts';
import type { Ctx } from '../context.ts';
import { assertFound, assertNew, findRow, ownRow, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import { startSite } from './site-start.ts';

/*
 * Releases hold content that windows do not have. In a browser these mutators show what will be; on the server
 * functions/site does the work, in the same transaction.
 */

async function insertRelease(
  tx: Transaction,
  ctx: Ctx,
  release: { id: string; kind: ReleaseKind; only?: string[] | undefined; now: number },
): Promise<void> {
  const drafts = await tx.run(ownRows(ctx, 'pages'));
  const state = await tx.run(ownRows(ctx, 'siteState').one());
  const live = state?.liveReleaseId ? await findRow(tx, ctx, 'siteReleases', state.liveReleaseId) : undefined;
  const present = drafts.map(({ id, path, title, updatedAt }) => ({ id, path, title, updatedAt }));
  const pages = nextPages(readReleasePages(live?.pages), present, release.only);
  await tx.mutate.siteReleases.insert({
    id: release.id,
    accountId: ctx.accountId,
    authorId: ctx.userId,
    kind: release.kind,
    pages: pages as unknown as ReadonlyJSONValue,
    createdAt: release.now,
  });
}

const pageIds = z.array(rowId).min(1).max(MAX_PAGES);

export const siteMutators = {
  start: startSite,

  /** Sets the default page and the texts for search engines. They take effect immediately. */
  update: studioMutator(
    'site.publish',
    z.strictObject({ changes: siteSettings.partial() }),
    async ({ tx, ctx, args: { changes }, now }) => {
      const { accountId, userId: authorId } = ctx;
      const row = await tx.run(ownRows(ctx, 'cmsSettings').one());
      if (row) return tx.mutate.cmsSettings.update({ accountId, ...changes, updatedAt: now });
      await tx.mutate.cmsSettings.insert({
        accountId,
        authorId,
        defaultPage: changes.defaultPage ?? '',
        seoTitle: changes.seoTitle ?? '',
        seoDescription: changes.seoDescription ?? '',
        seoKeywords: changes.seoKeywords ?? [],
        favicon: '',
        customCss: '',
        customCssCompiled: '',
        customJs: '',
        customJsHosts: [],
        customJsOn: false,
        updatedAt: now,
      });
    },
  ),

  /** Removes this uploaded icon, unless another replaced it: pages show the logo's again. */
  removeIcon: studioMutator(
    'site.publish',
    z.strictObject({ path: z.string().max(500) }),
    async ({ tx, ctx, args: { path }, now }) => {
      const row = assertFound(await tx.run(ownRows(ctx, 'cmsSettings').one()));
      if (row.favicon === path)
        await tx.mutate.cmsSettings.update({ accountId: ctx.accountId, favicon: '', updatedAt: now });
    },
  ),

  /**
   * Switches the script off immediately. It stays stored; switching it on takes a recent sign-in
   * (core/api/accounts.ts).
   */
  stopScript: studioMutator(
    'domain.manage',
    z.strictObject({ on: z.literal(false) }),
    async ({ tx, ctx, args: { on }, now }) => {
      assertFound(await tx.run(ownRows(ctx, 'cmsSettings').one()));
      await tx.mutate.cmsSettings.update({ accountId: ctx.accountId, customJsOn: on, updatedAt: now });
    },
  ),

  /** Publishes all drafts, or only those of `pageIds`, as a new release. */
  publish: studioMutator(
    'site.publish',
    z.strictObject({ releaseId: rowId, pageIds: pageIds.optional() }),
    async ({ tx, ctx, args, now }) => {
      await assertNew(tx, ctx, 'siteReleases', args.releaseId, 'releaseId');
      if (tx.location === 'server') return;
      await insertRelease(tx, ctx, { id: args.releaseId, kind: 'published', only: args.pageIds, now });
      const { accountId } = ctx;
      await tx.mutate.siteState.upsert({ accountId, liveReleaseId: args.releaseId, updatedAt: now });
    },
  ),

  /** Shows visitors another release; null shows them the built-in page. */
  activate: studioMutator(
    'site.publish',
    z.strictObject({ releaseId: rowId.nullable() }),
    async ({ tx, ctx, args: { releaseId }, now }) => {
      const { accountId } = ctx;
      if (releaseId !== null) {
        await ownRow(tx, ctx, 'siteReleases', releaseId);
      }
      const state = await tx.run(ownRows(ctx, 'siteState').one());
      if (state) return tx.mutate.siteState.update({ accountId, liveReleaseId: releaseId, updatedAt: now });
      await tx.mutate.siteState.insert({ accountId, liveReleaseId: releaseId, updatedAt: now });
    },
  ),

  /**
   * Makes the pages of a release drafts again, or only those of `pageIds`. Other drafts stay. The drafts as they were are
   * kept as a release of the kind `saved`.
   */
  restore: studioMutator(
    'site.write',
    z.strictObject({ releaseId: rowId, savedId: rowId, pageIds: pageIds.optional() }),
    async ({ tx, ctx, args, now }) => {
      await ownRow(tx, ctx, 'siteReleases', args.releaseId);
      await assertNew(tx, ctx, 'siteReleases', args.savedId, 'releaseId');
      if (tx.location === 'client') await insertRelease(tx, ctx, { id: args.savedId, kind: 'saved', now });
    },
  ),

  /** Deletes a former path of a page: links to it lead nowhere immediately. */
  removeRedirect: studioMutator(
    'site.publish',
    z.strictObject({ path: pagePath }),
    async ({ tx, ctx, args: { path } }) => {
      assertFound(await tx.run(ownRows(ctx, 'siteRedirects').where('path', path).one()));
      await tx.mutate.siteRedirects.delete({ accountId: ctx.accountId, path });
    },
  ),

  /** Plans the publication of all drafts as they are then; null withdraws it. */
  schedule: studioMutator(
    'site.publish',
    z.strictObject({ at: publishAt.nullable() }),
    async ({ tx, ctx, args: { at }, now }) => {
      if (at !== null && at <= now) throw new AppError('validation_failed', { field: 'at' });
      const { accountId } = ctx;
      const plan = { accountId, publishAt: at, publishBy: at === null ? null : ctx.userId, updatedAt: now };
      const state = await tx.run(ownRows(ctx, 'siteState').one());
      await (state ? tx.mutate.siteState.update(plan) : tx.mutate.siteState.insert(plan));
    },
  ),

  /**
   * Records that the photos may be shown on the website, also from a gallery that is not public, or that they may not. Takes
   * effect immediately.
   */
  permitPhotos: studioMutator(
    ['site.write', 'photos.write'],
    z.strictObject({ photoIds: z.array(rowId).min(1).max(MAX_PERMITTED_PHOTOS), isPermitted: z.boolean() }),
    async ({ tx, ctx, args: { photoIds, isPermitted }, now }) => {
      const { accountId, userId: decidedBy } = ctx;
      const ids = [...new Set(photoIds)].sort();
      const photos = await tx.run(ownRows(ctx, 'photos').where('id', 'IN', ids));
      if (photos.length < ids.length) throw new AppError('not_found', { field: 'photoIds' });
      for (const photoId of ids) {
        await tx.mutate.sitePhotoPermissions.upsert({ photoId, accountId, isPermitted, decidedBy, decidedAt: now });
      }
    },
  ),
};
