import { studioMutators } from '#core/zero/mutators.ts';
import { enqueueAccountPurge } from '../outbox/public-pages.ts';
import { type EffectContext, type MutatorsWithEffects, withEffect } from '../platform/mutation-effects.ts';
import { enqueueDomainCheck } from './enqueue-check.ts';

const { domains } = studioMutators;

/** Effects of mutations on domains. */
export const domainEffects = {
  domains: {
    add: withEffect(domains.add, async ({ id }, context) => {
      const { sql, ctx, now } = context;
      const replaced = await sql.query<{ id: string }>(
        `select id from domains where account_id = $1 and status = 'removed' and tenant_id is not null`,
        [ctx.accountId],
      );
      for (const domain of [...replaced, { id }]) await enqueueDomainCheck(sql, ctx.accountId, domain.id, now);
    }),
    check: withEffect(domains.check, requestCheck),
    remove: withEffect(domains.remove, async ({ id }, context) => {
      await requestCheck({ id }, context);
      // Pages of the shared origin redirect to the domain until they are purged.
      const { sql, ctx, now } = context;
      const [account] = await sql.query<{ slug: string }>('select slug from accounts where id = $1', [ctx.accountId]);
      if (account) await enqueueAccountPurge(sql, ctx.accountId, [account.slug], now);
    }),
  },
} satisfies MutatorsWithEffects;

async function requestCheck({ id }: { id: string }, { sql, ctx, now }: EffectContext): Promise<void> {
  await enqueueDomainCheck(sql, ctx.accountId, id, now);
}
