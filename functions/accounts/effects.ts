import { studioMutators } from '#core/zero/mutators.ts';
import { enqueueAccountPurge } from '../outbox/page-purge.ts';
import { type EffectContext, type MutatorsWithEffects, withEffect } from '../platform/mutation-effects.ts';

const { settings } = studioMutators;

/** Purges the studio's pages, which contain its theme. */
async function purgePages(_args: unknown, { sql, ctx, now }: EffectContext): Promise<void> {
  const [account] = await sql.query<{ slug: string }>('select slug from accounts where id = $1', [ctx.accountId]);
  if (account) await enqueueAccountPurge(sql, ctx.accountId, [account.slug], now);
}

/** Effects of settings: a changed theme shows on every public page. */
export const settingEffects = {
  settings: { setTheme: withEffect(settings.setTheme, purgePages) },
} satisfies MutatorsWithEffects;
