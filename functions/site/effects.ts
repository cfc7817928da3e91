import { studioMutators } from '#core/zero/mutators.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { type MutatorsWithEffects, withEffect } from '../platform/mutation-effects.ts';
import { publishSite, purgeSite, restoreRelease } from './releases.ts';

const { site } = studioMutators;

/** The server's part of publishing: content of releases, redirects, purges. */
export const siteEffects = {
  site: {
    update: withEffect(site.update, (_args, { sql, ctx, now }) => purgeSite(sql, ctx.accountId, now)),
    publish: withEffect(site.publish, ({ releaseId, pageIds }, { sql, ctx: { accountId, userId }, now }) =>
      publishSite(sql, { accountId, userId, releaseId, pageIds }, now),
    ),
    activate: withEffect(site.activate, (_args, { sql, ctx, now }) => purgeSite(sql, ctx.accountId, now)),
    restore: withEffect(site.restore, ({ releaseId, savedId, pageIds }, { sql, ctx: { accountId, userId }, now }) =>
      restoreRelease(sql, { accountId, userId, releaseId, savedId, pageIds }, now),
    ),
    permitPhotos: withEffect(site.permitPhotos, (_args, { sql, ctx, now }) => purgeSite(sql, ctx.accountId, now)),
    schedule: withEffect(site.schedule, async ({ at }, { sql, ctx: { accountId }, now }) => {
      if (at === null) return;
      const options = { runAfter: at, dedupeKey: `site-publish:${accountId}` };
      await enqueue(sql, accountId, 'site.publish', { accountId, at }, now, options);
    }),
  },
} satisfies MutatorsWithEffects;
