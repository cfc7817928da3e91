import { studioMutators } from '#core/zero/mutators.ts';
import { LOGO_SETTINGS } from '#core/domain/branding/logo-settings.ts';
import { STUDIO_PHOTO_FIELDS, TYPE_PICTURE_FIELD } from '#core/domain/branding/studio-photos.ts';
import { enqueueLogoErase } from '../logos/files.ts';
import { enqueueAccountPurge } from '../outbox/public-pages.ts';
import { type EffectContext, type MutatorsWithEffects, withEffect } from '../platform/mutation-effects.ts';

const { settings, sessionTypes } = studioMutators;

/** Purges the studio's pages, which contain its theme. */
async function purgePages(_args: unknown, { sql, ctx, now }: EffectContext): Promise<void> {
  const [account] = await sql.query<{ slug: string }>('select slug from accounts where id = $1', [ctx.accountId]);
  if (account) await enqueueAccountPurge(sql, ctx.accountId, [account.slug], now);
}

/** Deletes the files of a removed picture, and purges the pages that show it. @param path as it was stored */
async function afterRemoval(args: unknown, context: EffectContext, path: unknown): Promise<void> {
  const { sql, ctx, now } = context;
  if (typeof path === 'string' && path) await enqueueLogoErase(sql, ctx.accountId, path, now);
  await purgePages(args, context);
}

/** Returns the path of a session type's picture, before it or the type goes. */
async function pictureOfType({ id }: { id: string }, { sql, ctx }: EffectContext): Promise<unknown> {
  const [row] = await sql.query<{ path: unknown }>(
    'select settings -> $3 as path from session_types where account_id = $1 and id = $2 for update',
    [ctx.accountId, id, TYPE_PICTURE_FIELD],
  );
  return row?.path;
}

/** Effects of settings and of pictures: a changed theme shows on every public page. */
export const settingEffects = {
  settings: {
    setTheme: withEffect(settings.setTheme, purgePages),
    removeLogo: withEffect(settings.removeLogo, {
      async before({ variant }, { sql, ctx }) {
        const [row] = await sql.query<{ value: unknown }>(
          'select value from settings where account_id = $1 and key = $2 for update',
          [ctx.accountId, LOGO_SETTINGS[variant]],
        );
        return row?.value;
      },
      after: afterRemoval,
    }),
    removePhoto: withEffect(settings.removePhoto, {
      async before({ kind }, { sql, ctx }) {
        const [row] = await sql.query<{ value: unknown }>(
          `select value -> $2 as value from settings where account_id = $1 and key = 'photographer' for update`,
          [ctx.accountId, STUDIO_PHOTO_FIELDS[kind]],
        );
        return row?.value;
      },
      after: afterRemoval,
    }),
  },
  sessionTypes: {
    removePicture: withEffect(sessionTypes.removePicture, { before: pictureOfType, after: afterRemoval }),
    remove: withEffect(sessionTypes.remove, { before: pictureOfType, after: afterRemoval }),
  },
} satisfies MutatorsWithEffects;
