import { studioMutators } from '#core/zero/mutators.ts';
import { type MutatorsWithEffects, withEffect } from '../platform/mutation-effects.ts';
import { recordSessionEvent } from '../sessions/events.ts';

const { leads } = studioMutators;

/** Effects of lead mutations: the event of the inquiry. The client hears nothing before the studio answers. */
export const leadEffects = {
  leads: {
    accept: withEffect(leads.accept, async ({ session }, { sql, ctx, now }) => {
      if (!session) return;
      const event = { accountId: ctx.accountId, sessionId: session.id, kind: 'created', actorId: ctx.userId } as const;
      await recordSessionEvent(sql, event, now);
    }),
  },
} satisfies MutatorsWithEffects;
