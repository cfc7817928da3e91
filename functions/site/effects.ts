import { readLogo } from '#core/domain/branding/logo.ts';
import { studioMutators } from '#core/zero/mutators.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { type MutatorsWithEffects, withEffect } from '../platform/mutation-effects.ts';
import type { EffectContext } from '../platform/mutation-effects.ts';
import { enqueueLogoErase, logoPrefix } from '../logos/files.ts';
import { lockDrafts, publishSite, purgeSite, restoreRelease, saveDrafts } from './releases.ts';

const { site } = studioMutators;

/** Deletes the files of a removed icon; the job keeps those of one that is in use. */
async function removeIcon({ path }: { path: string }, { sql, ctx, now }: EffectContext): Promise<void> {
  // A path of another studio, or of no icon, names nothing to delete.
  if (path.startsWith(`/${logoPrefix(ctx.accountId)}`) && readLogo(path)) {
    await enqueueLogoErase(sql, ctx.accountId, path, now);
  }
  await purgeSite(sql, ctx.accountId, now);
}

/** The server's part of publishing: content of releases, redirects, purges. */
export const siteEffects = {
  site: {
    start: withEffect(site.start, {
      // Also serialises two starts, so that the second one sees the pages of the first.
      before: (_args, { sql, ctx }) => lockDrafts(sql, ctx.accountId),
      async after({ savedId: releaseId, replaces }, { sql, ctx: { accountId, userId }, now }, drafts) {
        if (replaces.length > 0) await saveDrafts(sql, { accountId, userId, releaseId }, drafts, now);
        await purgeSite(sql, accountId, now);
      },
    }),
    update: withEffect(site.update, (_args, { sql, ctx, now }) => purgeSite(sql, ctx.accountId, now)),
    removeIcon: withEffect(site.removeIcon, removeIcon),
    stopScript: withEffect(site.stopScript, (_args, { sql, ctx, now }) => purgeSite(sql, ctx.accountId, now)),
    publish: withEffect(site.publish, ({ releaseId, pageIds }, { sql, ctx: { accountId, userId }, now }) =>
      publishSite(sql, { accountId, userId, releaseId, pageIds }, now),
    ),
    activate: withEffect(site.activate, (_args, { sql, ctx, now }) => purgeSite(sql, ctx.accountId, now)),
    restore: withEffect(site.restore, ({ releaseId, savedId, pageIds }, { sql, ctx: { accountId, userId }, now }) =>
      restoreRelease(sql, { accountId, userId, releaseId, savedId, pageIds }, now),
    ),
    permitPhotos: withEffect(site.permitPhotos, (_args, { sql, ctx, now }) => purgeSite(sql, ctx.accountId, now)),
    removeRedirect: withEffect(site.removeRedirect, (_args, { sql, ctx, now }) => purgeSite(sql, ctx.accountId, now)),
    schedule: withEffect(site.schedule, async ({ at }, { sql, ctx: { accountId }, now }) => {
      if (at === null) return;
      const options = { runAfter: at, dedupeKey: `site-publish:${accountId}` };
      await enqueue(sql, accountId, 'site.publish', { accountId, at }, now, options);
    }),
  },
} satisfies MutatorsWithEffects;
