import type { GalleryEventKind } from '#core/domain/gallery-events.ts';
import { recordEvent } from '../lib/gallery-events.ts';
import { renderStale } from '../lib/looks.ts';
import { enqueue, enqueueAll, galleryChanged, studioChanged } from '../lib/outbox.ts';
import { hiding, nameHiddenAnew, seenBefore } from './hiding.ts';
import { comparing, type Effects } from './effect.ts';
import * as photos from './photo-effects.ts';
import type { Args, EffectContext } from './photo-effects.ts';

/** Of galleries, their photos, and what they are made with. */
export const galleryEffects: Effects = {
  'galleries.update': comparing({
    look: (args, context) => photos.markOf(args['id'], context),
    async act(args, context, mark) {
      const { visibility, expiresAt } = args['changes'] as Args;
      await photos.markChosen(args['id'], mark, context);
      await changed(args, context, { takesAway: visibility !== undefined || expiresAt !== undefined });
    },
  }),
  'galleries.trash': (args, context) => changed(args, context, { takesAway: true }),
  'galleries.restore': async (args, context) => {
    const { sql, ctx, now } = context;
    await renderStale(sql, ctx.accountId, now);
    await changed(args, context);
  },
  'galleries.undoStatus': (args, context) => changed(args, context, { takesAway: true }),
  'galleries.setStatus': async (args, context) => {
    const to = args['to'];
    await changed(args, context, { takesAway: to !== 'published' });
    if (to === 'published' || to === 'hidden') await noteGallery(String(args['id']), to, context);
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
    await photos.followCover(args['galleryId'], context);
    await inGallery(args, context, { takesAway: true });
  },
  'photos.restore': async (args, context) => {
    await photos.lookWanted(args, context);
    await inGallery(args, context);
  },
  'photos.rotate': photos.lookWanted,
  'photos.setFocalPoint': photos.lookWanted,
  'photos.move': photos.movePhotos,
  'photos.copy': photos.copyPhotos,
  'photos.setSection': comparing(hiding(inSection)),
  'photos.setHidden': comparing(hiding((args, context) => inGallery(args, context, { takesAway: true }))),
  'photos.shiftCapture': inGallery,
  'photos.arrange': comparing(hiding(inSection)),
  'sections.create': comparing(
    hiding((args, context) => inGallery(args, context, { takesAway: args['isVisible'] === false })),
  ),
  'sections.reorder': inGallery,
  'sections.update': comparing({
    look: async (args, context) => ({
      galleryId: await galleryOfSection(args, context),
      seen: (args['changes'] as Args | undefined)?.['isVisible'] === false ? await seenBefore(args, context) : [],
    }),
    act: async (args, context, { galleryId, seen }) => {
      const { isVisible } = args['changes'] as Args;
      await nameHiddenAnew(seen, context);
      await inGallery({ galleryId }, context, { takesAway: isVisible === false });
    },
  }),
  'sections.remove': comparing({
    look: galleryOfSection,
    act: (_args, context, galleryId) => inGallery({ galleryId }, context),
  }),
  'presets.apply': comparing({
    look: (args, context) => photos.markOf(args['galleryId'], context),
    async act(args, context, mark) {
      await photos.markChosen(args['galleryId'], mark, context);
      await inGallery(args, context, { takesAway: true });
    },
  }),
  'watermarks.update': comparing({
    look: (args, context) => photos.layoutOf(args['id'], context),
    act: (args, context, layout) => photos.layoutChanged(args['id'], layout, context),
  }),
  'watermarks.remove': comparing({
    async look(args, { sql, ctx }) {
      const [mark] = await sql.query<{ key: string | null }>(
        'select image_key as key from watermarks where id = $1 and account_id = $2',
        [args['id'], ctx.accountId],
      );
      return mark?.key ?? null;
    },
    async act(_args, { sql, ctx, now }, key) {
      if (!key) return;
      await enqueue(sql, ctx.accountId, 'watermark.erase', { key, since: now }, now, {
        dedupeKey: `erase-mark:${key}`,
      });
    },
  }),
  'settings.setPhotographer': pageChanged,
  'settings.setBooking': pageChanged,
  'photos.retry': async (args, { sql, ctx, now }) => {
    const galleryId = String(args['galleryId']);
    const ids = [...new Set(args['photoIds'] as readonly string[])];
    const again = ids.map((photoId) => ({ payload: { galleryId, photoId }, dedupeKey: `ingest:${photoId}` }));
    await enqueueAll(sql, ctx.accountId, 'photo.ingest', again, now);
  },
};

/** What the studio's page says of it, and whether it leads to free times. */
async function pageChanged(_args: Args, { sql, ctx, now }: EffectContext): Promise<void> {
  const [studio] = await sql.query<{ slug: string }>('select slug from accounts where id = $1', [ctx.accountId]);
  if (studio) await studioChanged(sql, ctx.accountId, [studio.slug], now);
}

async function galleryOfSection(args: Args, { sql, ctx }: EffectContext): Promise<string | null> {
  const [section] = await sql.query<{ galleryId: string }>(
    'select gallery_id as "galleryId" from gallery_sections where id = $1 and account_id = $2',
    [args['id'], ctx.accountId],
  );
  return section?.galleryId ?? null;
}

/** As `changed`, for acts that name their gallery as a parent. */
async function inGallery(args: Args, context: EffectContext, change: { takesAway?: boolean } = {}): Promise<void> {
  await changed({ id: args['galleryId'] }, context, change);
}

/** As `inGallery`, for acts that put photos into a section: visitors may not see it. */
async function inSection(args: Args, context: EffectContext): Promise<void> {
  const [hidden] = await context.sql.query(
    'select from gallery_sections where id = $1 and account_id = $2 and not is_visible',
    [args['sectionId'], context.ctx.accountId],
  );
  await inGallery(args, context, { takesAway: hidden !== undefined });
}

async function changed(
  args: Args,
  { sql, ctx, now }: EffectContext,
  change: { takesAway?: boolean } = {},
): Promise<void> {
  await galleryChanged(sql, ctx.accountId, String(args['id']), now, change);
}

async function noteGallery(galleryId: string, kind: GalleryEventKind, { sql, ctx, now }: EffectContext): Promise<void> {
  await recordEvent(sql, { accountId: ctx.accountId, galleryId, kind }, now);
}
