import { studioMutators } from '#core/zero/mutators.ts';
import { type MutatorsWithEffects, withEffect } from '../platform/mutation-effects.ts';
import { carryOut } from './carry-out.ts';

const { automations } = studioMutators;

/** The mutator has locked the session and stored the run. */
export const automationEffects = {
  automations: {
    runNow: withEffect(automations.runNow, ({ sessionId, stepId }, { sql, ctx, now }) =>
      carryOut(sql, { accountId: ctx.accountId, sessionId, stepId }, now),
    ),
  },
} satisfies MutatorsWithEffects;
