import type { ReadonlyJSONValue } from '@rocicorp/zero';
import type { GalleryEventKind } from '#core/domain/gallery-events.ts';
import type { Ctx } from '#core/zero/context.ts';
import type { Queryable } from '../lib/db.ts';
import { recordEvent } from '../lib/gallery-events.ts';
import { enqueue, galleryChanged, studioChanged } from '../lib/outbox.ts';

interface EffectContext {
  sql: Queryable;
  ctx: Ctx;
  /** Epoch milliseconds. */
  now: number;
}

type Args = Readonly<Record<string, unknown>>;
type Effect = (args: Args, context: EffectContext) => Promise<void>;

/**
 * What only the server does after a mutator, in the same transaction: notes for the studio, and effects outside the
 * database by way of the outbox. The mutator has authorised and validated before any of this runs.
 */
const EFFECTS: Readonly<Record<string, Effect>> = {
  'galleries.update': async (args, context) => {
    const { visibility, expiresAt } = args['changes'] as Args;
    await changed(args, context, { takesAway: visibility !== undefined || expiresAt !== undefined });
  },
  'galleries.trash': (args, context) => changed(args, context, { takesAway: true }),
  'galleries.restore': changed,
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
    const { sql, ctx, now } = context;
    const galleryId = String(args['galleryId']);
    // A cover that went leaves its place to the first photo that is still there.
    await sql.query(
      `update galleries g set cover_photo_id = (
         select p.id from photos p where p.gallery_id = g.id and p.status = 'ready' and p.deleted_at is null
         order by coalesce(p.captured_at, p.uploaded_at), p.id limit 1)
       where g.id = $1 and g.account_id = $2 and g.cover_photo_id is null`,
      [galleryId, ctx.accountId],
    );
    await galleryChanged(sql, ctx.accountId, galleryId, now, { takesAway: true });
  },
  'photos.restore': async (args, { sql, ctx, now }) => {
    await galleryChanged(sql, ctx.accountId, String(args['galleryId']), now);
  },
  'photos.setSection': inGallery,
  'photos.setHidden': (args, context) => inGallery(args, context, { takesAway: true }),
  'photos.shiftCapture': inGallery,
  'photos.arrange': inGallery,
  'sections.create': inGallery,
  'sections.reorder': inGallery,
  'presets.apply': (args, context) => inGallery(args, context, { takesAway: true }),
  'settings.setPhotographer': async (_args, { sql, ctx, now }) => {
    const [studio] = await sql.query<{ slug: string }>('select slug from accounts where id = $1', [ctx.accountId]);
    if (studio) await studioChanged(sql, ctx.accountId, [studio.slug], now);
  },
  'photos.retry': async (args, { sql, ctx, now }) => {
    const galleryId = String(args['galleryId']);
    for (const photoId of args['photoIds'] as readonly string[]) {
      const effect = { galleryId, photoId };
      await enqueue(sql, ctx.accountId, 'photo.ingest', effect, now, { dedupeKey: `ingest:${photoId}` });
    }
  },
};

/** As `changed`, for acts that name their gallery as a parent. */
async function inGallery(args: Args, context: EffectContext, change: { takesAway?: boolean } = {}): Promise<void> {
  await changed({ id: args['galleryId'] }, context, change);
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

/** Carries out what belongs to a mutation, if anything does. */
export async function effectsOf(
  name: string,
  args: ReadonlyJSONValue | undefined,
  context: EffectContext,
): Promise<void> {
  const effect = Object.hasOwn(EFFECTS, name) ? EFFECTS[name] : undefined;
  await effect?.(args as unknown as Args, context);
}
