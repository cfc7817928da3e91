import type { GalleryEventKind } from '#core/domain/galleries.ts';
import { enqueue, enqueueAll } from '../outbox/enqueue.ts';
import { enqueueAccountPurge, enqueueGalleryPurge } from '../outbox/page-purge.ts';
import * as photos from '../photos/effects.ts';
import { rekeyHiddenPhotos, visiblePhotos, withRekeying } from '../photos/effects.ts';
import { requestStaleRerender } from '../photos/rerender.ts';
import { copyPhotos, movePhotos } from '../photos/transfer.ts';
import { type Args, type EffectContext, type Effects, withBefore } from '../platform/mutation-effects.ts';
import { recordEvent } from './events.ts';

/** Effects of mutations on galleries, photos and watermarks. */
export const galleryEffects: Effects = {
  'galleries.update': withBefore({
    before: (args, context) => photos.lockGalleryWatermark(args['id'], context),
    async after(args, context, watermarkId) {
      const { visibility, expiresAt } = args['changes'] as Args;
      await photos.rerenderIfWatermarkChanged(args['id'], watermarkId, context);
      await purgeAfterChange(args, context, { takesAway: visibility !== undefined || expiresAt !== undefined });
    },
  }),
  'galleries.trash': (args, context) => purgeAfterChange(args, context, { takesAway: true }),
  'galleries.restore': async (args, context) => {
    const { sql, ctx, now } = context;
    await requestStaleRerender(sql, ctx.accountId, now);
    await purgeAfterChange(args, context);
  },
  'galleries.undoStatus': (args, context) => purgeAfterChange(args, context, { takesAway: true }),
  'galleries.setStatus': async (args, context) => {
    const to = args['to'];
    await purgeAfterChange(args, context, { takesAway: to !== 'published' });
    if (to === 'published' || to === 'hidden') await recordGalleryEvent(String(args['id']), to, context);
  },
  'grants.revoke': async (args, { sql, ctx, now }) => {
    const grantId = String(args['id']);
    const [grant] = await sql.query<{ galleryId: string }>(
      'select gallery_id as "galleryId" from grants where id = $1 and account_id = $2',
      [grantId, ctx.accountId],
    );
    if (!grant) return;
    await recordEvent(sql, { accountId: ctx.accountId, galleryId: grant.galleryId, grantId, kind: 'revoked' }, now);
  },
  'photos.trash': async (args, context) => {
    await photos.replaceMissingCover(args['galleryId'], context);
    await inGallery(args, context, { takesAway: true });
  },
  'photos.restore': async (args, context) => {
    await photos.rerenderNamedPhotos(args, context);
    await inGallery(args, context);
  },
  'photos.rotate': photos.rerenderNamedPhotos,
  'photos.setFocalPoint': photos.rerenderNamedPhotos,
  'photos.move': movePhotos,
  'photos.copy': copyPhotos,
  'photos.setSection': withBefore(withRekeying(inSection)),
  'photos.setHidden': withBefore(withRekeying((args, context) => inGallery(args, context, { takesAway: true }))),
  'photos.shiftCapture': inGallery,
  'photos.arrange': withBefore(withRekeying(inSection)),
  'sections.create': withBefore(
    withRekeying((args, context) => inGallery(args, context, { takesAway: args['isVisible'] === false })),
  ),
  'sections.reorder': inGallery,
  'sections.update': withBefore({
    before: async (args, context) => ({
      galleryId: await galleryOfSection(args, context),
      photoIds:
        (args['changes'] as Args | undefined)?.['isVisible'] === false ? await visiblePhotos(args, context) : [],
    }),
    after: async (args, context, { galleryId, photoIds }) => {
      const { isVisible } = args['changes'] as Args;
      await rekeyHiddenPhotos(photoIds, context);
      await inGallery({ galleryId }, context, { takesAway: isVisible === false });
    },
  }),
  'sections.remove': withBefore({
    before: galleryOfSection,
    after: (_args, context, galleryId) => inGallery({ galleryId }, context),
  }),
  'presets.apply': withBefore({
    before: (args, context) => photos.lockGalleryWatermark(args['galleryId'], context),
    async after(args, context, watermarkId) {
      await photos.rerenderIfWatermarkChanged(args['galleryId'], watermarkId, context);
      await inGallery(args, context, { takesAway: true });
    },
  }),
  'watermarks.update': withBefore({
    before: (args, context) => photos.lockWatermarkLayout(args['id'], context),
    after: (args, context, layout) => photos.rerenderIfLayoutChanged(args['id'], layout, context),
  }),
  'watermarks.remove': withBefore({
    async before(args, { sql, ctx }) {
      const [watermarkId] = await sql.query<{ key: string | null }>(
        'select image_key as key from watermarks where id = $1 and account_id = $2',
        [args['id'], ctx.accountId],
      );
      return watermarkId?.key ?? null;
    },
    async after(_args, { sql, ctx, now }, key) {
      if (!key) return;
      await enqueue(sql, ctx.accountId, 'watermark.erase', { key, since: now }, now, {
        dedupeKey: `erase-mark:${key}`,
      });
    },
  }),
  'settings.setPhotographer': purgeAfterPageChange,
  'settings.setBooking': purgeAfterPageChange,
  'photos.retry': async (args, { sql, ctx, now }) => {
    const galleryId = String(args['galleryId']);
    const ids = [...new Set(args['photoIds'] as readonly string[])];
    const effects = ids.map((photoId) => ({ payload: { galleryId, photoId }, dedupeKey: `ingest:${photoId}` }));
    await enqueueAll(sql, ctx.accountId, 'photo.ingest', effects, now);
  },
};

/** Purges the studio's pages: they show these settings and link to online booking. */
async function purgeAfterPageChange(_args: Args, { sql, ctx, now }: EffectContext): Promise<void> {
  const [studio] = await sql.query<{ slug: string }>('select slug from accounts where id = $1', [ctx.accountId]);
  if (studio) await enqueueAccountPurge(sql, ctx.accountId, [studio.slug], now);
}

async function galleryOfSection(args: Args, { sql, ctx }: EffectContext): Promise<string | null> {
  const [section] = await sql.query<{ galleryId: string }>(
    'select gallery_id as "galleryId" from gallery_sections where id = $1 and account_id = $2',
    [args['id'], ctx.accountId],
  );
  return section?.galleryId ?? null;
}

/** Like `purgeAfterChange`, for mutations with a `galleryId` argument. */
async function inGallery(args: Args, context: EffectContext, change: { takesAway?: boolean } = {}): Promise<void> {
  await purgeAfterChange({ id: args['galleryId'] }, context, change);
}

/** Like `inGallery`, for mutations that move photos into a section, which may be hidden from visitors. */
async function inSection(args: Args, context: EffectContext): Promise<void> {
  const [hidden] = await context.sql.query(
    'select from gallery_sections where id = $1 and account_id = $2 and not is_visible',
    [args['sectionId'], context.ctx.accountId],
  );
  await inGallery(args, context, { takesAway: hidden !== undefined });
}

async function purgeAfterChange(
  args: Args,
  { sql, ctx, now }: EffectContext,
  change: { takesAway?: boolean } = {},
): Promise<void> {
  await enqueueGalleryPurge(sql, ctx.accountId, String(args['id']), now, change);
}

async function recordGalleryEvent(
  galleryId: string,
  kind: GalleryEventKind,
  { sql, ctx, now }: EffectContext,
): Promise<void> {
  await recordEvent(sql, { accountId: ctx.accountId, galleryId, kind }, now);
}
