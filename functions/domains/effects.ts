import { AppError } from '#core/domain/values/errors.ts';
import { studioMutators } from '#core/zero/mutators.ts';
import { enqueueAccountPurge } from '../outbox/public-pages.ts';
import { type EffectContext, type MutatorsWithEffects, withEffect } from '../platform/mutation-effects.ts';
import { enqueueDomainCheck } from './enqueue-check.ts';

const { domains } = studioMutators;

/** Effects of mutations on domains. */
export const domainEffects = {
  domains: {
    add: withEffect(domains.add, {
      before: (_, context) => assertPlan(context),
      async after({ id }, { sql, ctx, now }) {
        const replaced = await sql.query<{ id: string }>(
          `select id from domains where account_id = $1 and status = 'removed' and tenant_id is not null`,
          [ctx.accountId],
        );
        for (const domain of [...replaced, { id }]) await enqueueDomainCheck(sql, ctx.accountId, domain.id, now);
      },
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

/**
 * A studio that tries the product keeps a domain that it has, and adds none: a domain, on which alone its script runs,
 * would let an unknown person pass for another site.
 * @throws AppError `plan_needed`
 */
async function assertPlan({ sql, ctx }: EffectContext): Promise<void> {
  const [trial] = await sql.query(`select from accounts where id = $1 and plan_state = 'trialing'`, [ctx.accountId]);
  if (trial) throw new AppError('plan_needed');
}

async function requestCheck({ id }: { id: string }, { sql, ctx, now }: EffectContext): Promise<void> {
  await enqueueDomainCheck(sql, ctx.accountId, id, now);
}
