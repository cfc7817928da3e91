import { assertWithin, planLimits, type PlanLimited } from '#core/domain/studio/plan-limits.ts';
import { studioMutators } from '#core/zero/mutators.ts';
import { enqueue, enqueueAll } from '../outbox/enqueue.ts';
import { enqueueGalleryPurge, type PurgeOptions, SETTLE_MS } from '../outbox/public-pages.ts';
import * as photoEffects from '../photos/effects.ts';
import { requestStaleRerender } from '../photos/rerender.ts';
import { assertRoomForCopies, copyPhotos, movePhotos } from '../photos/transfer.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { type EffectContext, type MutatorsWithEffects, withEffect } from '../platform/mutation-effects.ts';
import { recordEvent } from './events.ts';

const { galleries, grants, photos, presets, sections, watermarks } = studioMutators;

/** @throws AppError `limit_reached` if the studio's plan has no room for so many more galleries */
async function assertGalleries({ sql, ctx }: EffectContext, asked: number): Promise<void> {
  const [studio] = await sql.query<PlanLimited & { galleries: number }>(
    `select a.plan_state as state, p.limits, u.gallery_count as galleries
     from accounts a join account_usage u on u.account_id = a.id left join account_plans p on p.account_id = a.id
     where a.id = $1`,
    [ctx.accountId],
  );
  const { state = null, limits = null, galleries = 0 } = studio ?? {};
  assertWithin(planLimits(state, limits), 'galleries', { used: Number(galleries), asked });
}

const purgeAfterHiding = photoEffects.withRekeying(({ galleryId }, context) =>
  purge(galleryId, context, { takesAway: true }),
);

/** Effects of mutations on galleries, photos and watermarks. */
export const galleryEffects = {
  galleries: {
    create: withEffect(galleries.create, {
      before: (_, context) => assertGalleries(context, 1),
      after: () => Promise.resolve(),
    }),
    importMany: withEffect(galleries.importMany, {
      before: ({ create }, context) => assertGalleries(context, create.length),
      after: () => Promise.resolve(),
    }),
    update: withEffect(galleries.update, {
      before: async ({ id, changes }, context) =>
        changes.watermarkId === undefined ? undefined : await photoEffects.lockGalleryWatermark(id, context),
      async after({ id, changes: { name, visibility, expiresAt } }, context, watermarkId) {
        if (name !== undefined) await expireArchives(context.sql, context.ctx.accountId, id, context.now);
        if (watermarkId !== undefined) await photoEffects.rerenderIfWatermarkChanged(id, watermarkId, context);
        await purge(id, context, { takesAway: visibility !== undefined || expiresAt !== undefined });
      },
    }),
    trash: withEffect(galleries.trash, ({ id }, context) => purge(id, context, { takesAway: true })),
    restore: withEffect(galleries.restore, async ({ id }, context) => {
      await requestStaleRerender(context.sql, context.ctx.accountId, context.now);
      await purge(id, context);
    }),
    undoStatus: withEffect(galleries.undoStatus, ({ id }, context) => purge(id, context, { takesAway: true })),
    setStatus: withEffect(galleries.setStatus, async ({ id: galleryId, to: kind }, context) => {
      const { sql, ctx, now } = context;
      await purge(galleryId, context, { takesAway: kind !== 'published', settleMs: SETTLE_MS.uploads });
      if (kind !== 'published' && kind !== 'hidden') return;
      await recordEvent(sql, { accountId: ctx.accountId, galleryId, kind }, now);
    }),
  },
  grants: {
    revoke: withEffect(grants.revoke, async ({ id: grantId }, { sql, ctx, now }) => {
      const [grant] = await sql.query<{ galleryId: string }>(
        'select gallery_id as "galleryId" from grants where id = $1 and account_id = $2',
        [grantId, ctx.accountId],
      );
      if (!grant) return;
      await recordEvent(sql, { accountId: ctx.accountId, galleryId: grant.galleryId, grantId, kind: 'revoked' }, now);
    }),
  },
  photos: {
    trash: withEffect(photos.trash, async ({ galleryId }, context) => {
      await photoEffects.replaceMissingCover(galleryId, context);
      await purge(galleryId, context, { takesAway: true });
    }),
    restore: withEffect(photos.restore, async (args, context) => {
      await photoEffects.rerenderNamedPhotos(args, context);
      await purge(args.galleryId, context);
    }),
    rename: withEffect(photos.rename, async ({ galleryId }, context) => {
      await expireArchives(context.sql, context.ctx.accountId, galleryId, context.now);
      await purge(galleryId, context);
    }),
    rotate: withEffect(photos.rotate, photoEffects.rerenderNamedPhotos),
    setFocalPoint: withEffect(photos.setFocalPoint, photoEffects.rerenderNamedPhotos),
    move: withEffect(photos.move, movePhotos),
    copy: withEffect(photos.copy, { before: assertRoomForCopies, after: copyPhotos }),
    setSection: withEffect(photos.setSection, photoEffects.withRekeying(purgeAfterMove)),
    arrange: withEffect(photos.arrange, photoEffects.withRekeying(purgeAfterMove)),
    setHidden: withEffect(photos.setHidden, {
      ...purgeAfterHiding,
      async before(args, context) {
        if (!args.isHidden) await photoEffects.assertNotHeld(args.photoIds, context);
        return purgeAfterHiding.before(args, context);
      },
    }),
    shiftCapture: withEffect(photos.shiftCapture, ({ galleryId }, context) => purge(galleryId, context)),
    retry: withEffect(photos.retry, async ({ galleryId, photoIds }, { sql, ctx, now }) => {
      const ids = [...new Set(photoIds)];
      const effects = ids.map((photoId) => ({ payload: { galleryId, photoId }, dedupeKey: `ingest:${photoId}` }));
      await enqueueAll(sql, ctx.accountId, 'photo.ingest', effects, now);
    }),
  },
  sections: {
    create: withEffect(
      sections.create,
      photoEffects.withRekeying(({ galleryId, isVisible }, context) =>
        purge(galleryId, context, { takesAway: isVisible === false }),
      ),
    ),
    reorder: withEffect(sections.reorder, ({ galleryId }, context) => purge(galleryId, context)),
    update: withEffect(sections.update, {
      before: async ({ id: sectionId, changes }, context) => ({
        galleryId: await galleryOfSection(sectionId, context),
        photoIds: changes.isVisible === false ? await photoEffects.visiblePhotos({ sectionId }, context) : [],
      }),
      async after({ changes }, context, { galleryId, photoIds }) {
        await photoEffects.rekeyHiddenPhotos(photoIds, context);
        await purge(galleryId, context, { takesAway: changes.isVisible === false });
      },
    }),
    remove: withEffect(sections.remove, {
      before: ({ id }, context) => galleryOfSection(id, context),
      after: (_args, context, galleryId) => purge(galleryId, context),
    }),
  },
  presets: {
    apply: withEffect(presets.apply, {
      before: ({ galleryId }, context) => photoEffects.lockGalleryWatermark(galleryId, context),
      async after({ galleryId }, context, watermarkId) {
        await photoEffects.rerenderIfWatermarkChanged(galleryId, watermarkId, context);
        await purge(galleryId, context, { takesAway: true });
      },
    }),
  },
  watermarks: {
    update: withEffect(watermarks.update, {
      before: ({ id }, context) => photoEffects.lockWatermarkLayout(id, context),
      after: ({ id }, context, layout) => photoEffects.rerenderIfLayoutChanged(id, layout, context),
    }),
    remove: withEffect(watermarks.remove, {
      async before({ id }, { sql, ctx }) {
        const [watermark] = await sql.query<{ key: string | null }>(
          'select image_key as key from watermarks where id = $1 and account_id = $2',
          [id, ctx.accountId],
        );
        return watermark?.key;
      },
      async after(_args, { sql, ctx, now }, key) {
        if (!key) return;
        const dedupeKey = `erase-mark:${key}`;
        await enqueue(sql, ctx.accountId, 'watermark.erase', { key, since: now }, now, { dedupeKey });
      },
    }),
  },
} satisfies MutatorsWithEffects;

async function galleryOfSection(id: string, { sql, ctx }: EffectContext): Promise<string | undefined> {
  const [section] = await sql.query<{ galleryId: string }>(
    'select gallery_id as "galleryId" from gallery_sections where id = $1 and account_id = $2',
    [id, ctx.accountId],
  );
  return section?.galleryId;
}

/** Refreshes the gallery's link preview. `takesAway`: visitors may see less than before, so its page is purged. */
async function purge(
  galleryId: string | undefined,
  { sql, ctx, now }: EffectContext,
  change: PurgeOptions = {},
): Promise<void> {
  if (galleryId) await enqueueGalleryPurge(sql, ctx.accountId, galleryId, now, change);
}

/** Purges the gallery's page after photos moved into a section, which may be hidden from visitors. */
async function purgeAfterMove(
  { galleryId, sectionId }: { galleryId: string; photoIds: readonly string[]; sectionId: string | null },
  context: EffectContext,
): Promise<void> {
  const [hidden] = await context.sql.query(
    'select from gallery_sections where id = $1 and account_id = $2 and not is_visible',
    [sectionId, context.ctx.accountId],
  );
  await purge(galleryId, context, { takesAway: hidden !== undefined });
}

/** Expires a gallery's archives after a change of names, which their files contain. The packer's cleanup deletes them. */
async function expireArchives(tx: Queryable, accountId: string, galleryId: string, now: number): Promise<void> {
  await tx.query(
    `update archives set status = 'expired', expires_at = $3
     where account_id = $1 and gallery_id = $2 and status = 'ready' and expires_at > $3`,
    [accountId, galleryId, timestamp(now)],
  );
}
