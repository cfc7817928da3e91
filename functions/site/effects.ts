import { studioMutators } from '#core/zero/mutators.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { type MutatorsWithEffects, withEffect } from '../platform/mutation-effects.ts';
import { lockDrafts, publishSite, purgeSite, restoreRelease, saveDrafts } from './releases.ts';

const { site } = studioMutators;

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
