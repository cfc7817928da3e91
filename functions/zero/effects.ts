import type { ReadonlyJSONValue } from '@rocicorp/zero';
import type { GalleryEventKind } from '#core/domain/gallery-events.ts';
import { recordEvent } from '../lib/gallery-events.ts';
import { renderStale } from '../lib/looks.ts';
import { enqueue, enqueueAll, galleryChanged, studioChanged } from '../lib/outbox.ts';
import { hiding, nameHiddenAnew, seenBefore } from './hiding.ts';
import * as photos from './photo-effects.ts';
import type { Args, EffectContext } from './photo-effects.ts';

type Effect = (args: Args, context: EffectContext) => Promise<void>;

/**
 * An effect that has to know what was there before the mutator ran. `look` runs before anything is validated or
 * authorised: it asks by the account, takes whatever comes for an id, and nothing of it is answered.
 */
interface Comparing<Seen> {
  look(args: Args, context: EffectContext): Promise<Seen>;
  act(args: Args, context: EffectContext, seen: Seen): Promise<void>;
}
const comparing = <Seen>(effect: Comparing<Seen>): Comparing<unknown> => effect as Comparing<unknown>;

/**
 * What only the server does after a mutator, in the same transaction: notes for the studio, and effects outside the
 * database by way of the outbox. The mutator has authorised and validated before any of this runs.
 */
const EFFECTS: Readonly<Record<string, Effect | Comparing<unknown>>> = {
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
  'settings.setPhotographer': async (_args, { sql, ctx, now }) => {
    const [studio] = await sql.query<{ slug: string }>('select slug from accounts where id = $1', [ctx.accountId]);
    if (studio) await studioChanged(sql, ctx.accountId, [studio.slug], now);
  },
  'photos.retry': async (args, { sql, ctx, now }) => {
    const galleryId = String(args['galleryId']);
    const ids = [...new Set(args['photoIds'] as readonly string[])];
    const again = ids.map((photoId) => ({ payload: { galleryId, photoId }, dedupeKey: `ingest:${photoId}` }));
    await enqueueAll(sql, ctx.accountId, 'photo.ingest', again, now);
  },
};

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

/**
 * What belongs to a mutation, if anything does: call it before the mutator, and what it answers after it.
 * @param args as they came
 */
export async function effectsOf(
  name: string,
  args: ReadonlyJSONValue | undefined,
  context: EffectContext,
): Promise<() => Promise<void>> {
  const effect = Object.hasOwn(EFFECTS, name) ? EFFECTS[name] : undefined;
  const given = args as unknown as Args;
  if (!effect) return async () => {};
  if (typeof effect === 'function') return () => effect(given, context);
  const seen = namesRows(args) ? await effect.look(given, context) : null;
  return () => effect.act(given, context, seen);
}

/** Whether ids can be asked for: what is none is refused by the mutator, and must not be by the database before it. */
function namesRows(args: ReadonlyJSONValue | undefined): boolean {
  if (typeof args !== 'object' || args === null) return false;
  const { id, galleryId } = args as Args;
  return [id, galleryId].every((one) => one === undefined || (typeof one === 'string' && ID.test(one)));
}

const ID = /^[0-9a-z]{20,26}$/;
