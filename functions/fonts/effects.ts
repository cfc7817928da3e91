import { studioMutators } from '#core/zero/mutators.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { enqueueAccountPurge } from '../outbox/public-pages.ts';
import { type MutatorsWithEffects, withEffect } from '../platform/mutation-effects.ts';

/** Pages name a font's file for at most a minute after they changed. */
const ERASE_AFTER_MS = 2 * 60_000;

/** Effects of mutations on fonts. */
export const fontEffects = {
  fonts: {
    remove: withEffect(studioMutators.fonts.remove, async ({ id }, { sql, ctx, now }) => {
      const runAfter = now + ERASE_AFTER_MS;
      await enqueue(sql, ctx.accountId, 'font.erase', { id }, now, { runAfter, dedupeKey: `erase-font:${id}` });
      const [account] = await sql.query<{ slug: string }>('select slug from accounts where id = $1', [ctx.accountId]);
      if (account) await enqueueAccountPurge(sql, ctx.accountId, [account.slug], now);
    }),
  },
} satisfies MutatorsWithEffects;
