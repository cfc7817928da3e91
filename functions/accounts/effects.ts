import { studioMutators } from '#core/zero/mutators.ts';
import { LOGO_SETTINGS } from '#core/domain/branding/logo-settings.ts';
import { STUDIO_PHOTO_FIELDS } from '#core/domain/branding/studio-photos.ts';
import { enqueueLogoErase } from '../logos/files.ts';
import { enqueueAccountPurge } from '../outbox/public-pages.ts';
import { type EffectContext, type MutatorsWithEffects, withEffect } from '../platform/mutation-effects.ts';

const { settings } = studioMutators;

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

/** Effects of settings: a changed theme shows on every public page. */
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
} satisfies MutatorsWithEffects;
