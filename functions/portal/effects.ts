import { studioMutators } from '#core/zero/mutators.ts';
import { type MutatorsWithEffects, withEffect } from '../platform/mutation-effects.ts';
import { endClientLinks } from '../public-studio/client-links.ts';

const { clientLinks } = studioMutators;

export const clientLinkEffects = {
  clientLinks: {
    revoke: withEffect(clientLinks.revoke, ({ ids }, { sql, ctx, now }) =>
      endClientLinks(sql, ctx.accountId, ids, now),
    ),
  },
} satisfies MutatorsWithEffects;
